"""`python -m ifbench_suite`."""

import sys

from ifbench_suite.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""What a run says: the numbers, what was counted, and the files that hold both."""

from ifbench_suite.report.counts import Counts
from ifbench_suite.report.model import Report
from ifbench_suite.report.reporting import Reporting

__all__ = ["Counts", "Report", "Reporting"]

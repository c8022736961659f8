"""What every test process does first."""

import signal

# A shell starts what it puts in the background with Ctrl-C ignored, and children inherit that: the
# tests of interrupted runs would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

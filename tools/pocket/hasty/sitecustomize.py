"""Scripts of conversations do not sleep: what they print is the same, and nobody waits for it."""

import time

time.sleep = lambda seconds: None

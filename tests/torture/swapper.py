"""Exchanges two entries as fast as it goes, until its standard input ends.

Usage: swapper.py ONE OTHER COUNTER. The file COUNTER holds the number of exchanges so far.
"""

import ctypes
import os
import sys
import threading

AT_FDCWD = -100
RENAME_EXCHANGE = 2
EXCHANGES_PER_COUNT = 1 << 10

one, other, counter = map(os.fsencode, sys.argv[1:])
renameat2 = ctypes.CDLL(None, use_errno=True).renameat2


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
count = 0
while True:
    for _ in range(EXCHANGES_PER_COUNT):
        if renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) != 0:
            sys.exit(os.strerror(ctypes.get_errno()))
    count += EXCHANGES_PER_COUNT
    with open(counter, "w") as file:
        file.write(str(count))

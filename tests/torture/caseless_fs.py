"""A file system that takes any case and either Unicode form of a name, and stores what it was given. Needs root.

Usage: caseless_fs.py MOUNTPOINT. Prints `ready`, and serves until its standard input ends.
"""

import sys
import threading
import unicodedata

from lying_fs import DIR, FILE, LINK, MNT_DETACH, FileSystem, libc


def common_form(name):
    return unicodedata.normalize("NFC", name.decode()).casefold()


class CaselessFileSystem(FileSystem):
    def find(self, node, name):
        return next((number for each, number in node.children if common_form(each) == common_form(name)), None)


def build():
    fs = CaselessFileSystem()
    inside = fs.add(1, "In", DIR)
    fs.add(fs.add(1, "Outside", DIR), "inner-mark", FILE)
    for name in ("Secret", "\u00c9t\u00e9"):
        folder = fs.add(inside, name, DIR)
        fs.add(folder, "inner-mark", FILE, size=7654321)
        fs.add(fs.add(folder, "Deep", DIR), "inner-mark", FILE)
    fs.add(inside, "Secret.txt", FILE, size=7654321)
    fs.add(fs.add(inside, "Open", DIR), "x.ts", FILE)
    for name, target in (("to-open", b"OPEN"), ("to-secret", b"SECRET"), ("to-deep", b"./sECRET/DEEP"), ("to-out", b"../outside")):
        fs.add(inside, name, LINK, target=target)
    return fs


if __name__ == "__main__":
    (place,) = sys.argv[1:]
    fs = build()
    fs.mount(place)
    threading.Thread(target=fs.serve, daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()
    libc.umount2(place.encode(), MNT_DETACH)

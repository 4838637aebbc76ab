"""A file system that takes any case and either Unicode form of a name, and stores what it was given: spoken over
/dev/fuse without a library. Needs root.

Usage: caseless_fs.py MOUNTPOINT. Prints `ready`, and serves until its standard input ends.
"""

import ctypes
import errno
import os
import stat
import struct
import sys
import threading
import unicodedata

LOOKUP, FORGET, GETATTR, READLINK, OPEN, READ, STATFS, RELEASE = 1, 2, 3, 5, 14, 15, 17, 18
FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = 25, 26, 27, 28, 29, 36, 38, 42

DIR, FILE, LINK = stat.S_IFDIR | 0o755, stat.S_IFREG | 0o644, stat.S_IFLNK | 0o777
MNT_DETACH = 2

libc = ctypes.CDLL(None, use_errno=True)


def common_form(name):
    return unicodedata.normalize("NFC", name.decode()).casefold()


class Node:
    def __init__(self, mode, *, target=b"", size=0):
        self.mode = mode
        self.target = target
        self.size = size
        self.children = []


class FileSystem:
    def __init__(self):
        self.nodes = {1: Node(DIR)}

    def add(self, parent, name, mode, **options):
        # Numbers above 2 ** 53 are rounded in JavaScript.
        number = len(self.nodes) + (1 << 60)
        self.nodes[number] = Node(mode, **options)
        self.nodes[parent].children.append((name.encode(), number))
        return number

    def find(self, node, name):
        return next((number for each, number in node.children if common_form(each) == common_form(name)), None)

    def mount(self, place):
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other"
        if libc.mount(b"caseless", place.encode(), b"fuse", 0, options.encode()) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    def serve(self):
        while True:
            try:
                request = os.read(self.device, 1 << 20)
            except OSError as error:
                if error.errno in (errno.EINTR, errno.ENOENT):
                    continue
                return
            threading.Thread(target=self.handle, args=(request,), daemon=True).start()

    def reply(self, request, data=b"", error=0):
        try:
            os.write(self.device, struct.pack("<IiQ", 16 + len(data), -error, request) + data)
        except OSError:
            pass  # It was interrupted.

    def handle(self, message):
        _, operation, request, number = struct.unpack_from("<IIQQ", message)
        body = message[40:]
        node = self.nodes.get(number)
        if operation in (FORGET, BATCH_FORGET, INTERRUPT):
            return
        if operation == INIT:
            self.reply(request, struct.pack("<IIIIHHII", 7, 31, 131072, 0, 16, 16, 131072, 1) + b"\0" * 32)
        elif operation == GETATTR:
            self.reply(request, struct.pack("<QII", 0, 0, 0) + self.attributes(number))
        elif operation == LOOKUP:
            found = self.find(node, body.rstrip(b"\0"))
            if found is None:
                self.reply(request, error=errno.ENOENT)
            else:
                self.reply(request, struct.pack("<QQQQII", found, 0, 0, 0, 0, 0) + self.attributes(found))
        elif operation == READLINK:
            self.reply(request, node.target)
        elif operation in (OPEN, OPENDIR):
            self.reply(request, struct.pack("<QII", 0, 0, 0))
        elif operation == READDIR:
            self.read_directory(request, node, *struct.unpack_from("<QQI", body)[1:])
        elif operation == READ:
            self.reply(request)
        elif operation == STATFS:
            self.reply(request, struct.pack("<QQQQQIIII", 0, 0, 0, 0, 0, 4096, 255, 4096, 0) + b"\0" * 24)
        elif operation in (RELEASE, RELEASEDIR, FLUSH, DESTROY):
            self.reply(request)
        else:
            self.reply(request, error=errno.ENOSYS)

    def attributes(self, number):
        node = self.nodes[number]
        times = (1_700_000_000,) * 3 + (0,) * 3
        return struct.pack("<QQQQQQIIIIIIIIII", number, node.size, 0, *times, node.mode, 1, 0, 0, 0, 4096, 0)

    def read_directory(self, request, node, offset, room):
        out = bytearray()
        for at, (name, number) in enumerate(node.children[offset:], offset + 1):
            entry = struct.pack("<QQII", number, at, len(name), self.nodes[number].mode >> 12) + name
            entry += b"\0" * (-len(entry) % 8)
            if len(out) + len(entry) > room:
                break
            out += entry
        self.reply(request, bytes(out))


def build():
    fs = FileSystem()
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

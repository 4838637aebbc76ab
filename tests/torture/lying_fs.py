"""A file system that lies, spoken over /dev/fuse without a library. Needs root.

Usage: lying_fs.py MOUNTPOINT OUTSIDE. Prints `ready`, and serves until its standard input ends.

In its folder `in`, at the top and four levels down, links to OUTSIDE and to what lies in it are called
directories, files, FIFOs and unknown; a file is called a directory, directories a file and a link. Some
.gitignore files go on for ever, or fail in the middle. `late` stalls, `torn` fails in the middle, `shut` may
not be opened, `many` holds three million entries and `endless` never ends; the last two state no size.
"""

import ctypes
import errno
import os
import stat
import struct
import sys
import threading
import time

LOOKUP, FORGET, GETATTR, READLINK, OPEN, READ, STATFS, RELEASE = 1, 2, 3, 5, 14, 15, 17, 18
FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = 25, 26, 27, 28, 29, 36, 38, 42

DIR, FILE, LINK = stat.S_IFDIR | 0o755, stat.S_IFREG | 0o644, stat.S_IFLNK | 0o777
UNKNOWN, FIFO_TYPE, DIR_TYPE, FILE_TYPE, LINK_TYPE = 0, 1, 4, 8, 10

ENDLESS = 1 << 62
STALL_SECONDS = 0.05
MNT_DETACH = 2

libc = ctypes.CDLL(None, use_errno=True)


class Node:
    def __init__(self, mode, *, said=None, target=b"", data=b"", size=None, count=0, error=0, tears=None, stalls=False):
        self.mode = mode
        self.said = mode >> 12 if said is None else said
        self.target = target
        self.data = data
        self.size = len(data) if size is None else size
        self.count = count  # made-up entries, or bytes
        self.error = error  # to open it
        self.tears = tears  # where reading fails
        self.stalls = stalls
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
        return dict(node.children).get(name)

    def mount(self, place):
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other"
        if libc.mount(b"lying", place.encode(), b"fuse", 0, options.encode()) != 0:
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
            direct_io = 1 if node.count and operation == OPEN else 0
            if node.error:
                self.reply(request, error=node.error)
            else:
                self.reply(request, struct.pack("<QII", 0, direct_io, 0))
        elif operation == READDIR:
            self.read_directory(request, node, *struct.unpack_from("<QQI", body)[1:])
        elif operation == READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            if node.tears is not None and offset + size > node.tears:
                self.reply(request, error=errno.EIO)
            else:
                self.reply(request, b"#" * size if node.count else node.data[offset:offset + size])
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
        if node.stalls:
            time.sleep(STALL_SECONDS)
        out = bytearray()
        for at in range(offset, len(node.children) + node.count):
            if node.tears is not None and at >= node.tears:
                if not out:
                    return self.reply(request, error=errno.EIO)
                break
            if at < len(node.children):
                name, number = node.children[at]
                said = self.nodes[number].said
            else:
                name, number, said = b"made-up-%d" % at, 1 << 61, FILE_TYPE
            entry = struct.pack("<QQII", number, at + 1, len(name), said) + name
            entry += b"\0" * (-len(entry) % 8)
            if len(out) + len(entry) > room:
                break
            out += entry
        self.reply(request, bytes(out))


def build(outside):
    fs = FileSystem()
    inside = fs.add(1, "in", DIR)
    target = outside.encode()

    def lies(parent):
        for name, said in (("dir", DIR_TYPE), ("file", FILE_TYPE), ("fifo", FIFO_TYPE), ("unknown", UNKNOWN)):
            fs.add(parent, f"lie-{name}", LINK, said=said, target=target)
            fs.add(parent, f"lie-{name}-in", LINK, said=said, target=target + b"/folder")
            fs.add(parent, f"lie-{name}-file", LINK, said=said, target=target + b"/plain")
        fs.add(parent, "file-called-dir", FILE, said=DIR_TYPE, data=b"x")
        for name, said in (("file", FILE_TYPE), ("link", LINK_TYPE)):
            folder = fs.add(parent, f"dir-called-{name}", DIR, said=said)
            fs.add(folder, "f", FILE)
        fs.add(parent, ".gitignore", LINK, said=FILE_TYPE, target=target + b"/.gitignore")

    lies(inside)
    parent = inside
    for name in ("a", "b", "c", "d"):
        parent = fs.add(parent, name, DIR)
    lies(parent)
    rules = {
        "endless": dict(size=100, count=ENDLESS),
        "stateless": dict(size=0, count=ENDLESS),
        "torn": dict(data=b"#" * 20_000, tears=8192),
        "plain": dict(data=b"ignored\n"),
    }
    for name, options in rules.items():
        folder = fs.add(inside, f"rules-{name}", DIR)
        fs.add(folder, ".gitignore", FILE, **options)
        fs.add(folder, "ignored", FILE)
    late = fs.add(inside, "late", DIR, stalls=True)
    fs.add(late, "f", FILE)
    torn = fs.add(inside, "torn", DIR, count=2000, tears=1000)
    fs.add(torn, "f", FILE)
    fs.add(inside, "shut", DIR, error=errno.EACCES)
    fs.add(1, "many", DIR, count=3_000_000)
    fs.add(1, "endless", DIR, count=ENDLESS)
    return fs


if __name__ == "__main__":
    place, outside = sys.argv[1:]
    fs = build(outside)
    fs.mount(place)
    threading.Thread(target=fs.serve, daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()
    libc.umount2(place.encode(), MNT_DETACH)

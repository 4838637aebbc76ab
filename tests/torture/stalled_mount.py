"""Mounts a file system where reading the directories `1`, `2`, … never ends, nor does looking up `dead`: stalled_mount.py FOLDER

It speaks FUSE over /dev/fuse by itself, as root, until standard input ends.
"""
import ctypes, errno, os, struct, sys, threading

LOOKUP, FORGET, GETATTR, OPENDIR, READDIR, INIT = 1, 2, 3, 27, 28, 26
RELEASEDIR, INTERRUPT, BATCH_FORGET = 29, 36, 42
folder = sys.argv[1]
libc = ctypes.CDLL("libc.so.6", use_errno=True)
device = os.open("/dev/fuse", os.O_RDWR)
options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
if libc.mount(b"dirscope", folder.encode(), b"fuse", 0, options) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))


def attributes(node):
    return struct.pack("<QQQQQQIIIIIIIIII", node, 0, 0, 0, 0, 0, 0, 0, 0, 0o40755, 2, 0, 0, 0, 4096, 0)


def reply(unique, error, data=b""):
    os.write(device, struct.pack("<IiQ", 16 + len(data), -error, unique) + data)


def serve():
    while True:
        try:
            request = os.read(device, 1 << 20)
        except OSError as error:
            if error.errno in (errno.EINTR, errno.ENOENT):
                continue
            return
        _, operation, unique, node = struct.unpack_from("<IIQQ", request)
        body = request[40:]
        if operation == INIT:
            reply(unique, 0, struct.pack("<IIIIHHIIHHII", 7, 31, 131072, 0, 16, 16, 131072, 1, 0, 0, 0, 0) + bytes(24))
        elif operation == LOOKUP and body.rstrip(b"\0").isdigit():
            # The root is node 1.
            child = 1 + int(body.rstrip(b"\0"))
            reply(unique, 0, struct.pack("<QQQQII", child, 0, 0, 0, 0, 0) + attributes(child))
        elif operation == LOOKUP and body.rstrip(b"\0") == b"dead":
            print("stuck", flush=True)
        elif operation == LOOKUP:
            reply(unique, errno.ENOENT)
        elif operation == GETATTR:
            reply(unique, 0, struct.pack("<QII", 0, 0, 0) + attributes(node))
        elif operation == OPENDIR:
            reply(unique, 0, struct.pack("<QII", node, 0, 0))
        elif operation == READDIR:
            print("stuck", flush=True)
        elif operation == RELEASEDIR:
            reply(unique, 0)
        elif operation == INTERRUPT:
            # Whoever waits is killed. Without an answer, the kernel would not let even that end the wait.
            reply(struct.unpack_from("<Q", body)[0], errno.EINTR)
        elif operation not in (FORGET, BATCH_FORGET):
            reply(unique, errno.ENOSYS)


threading.Thread(target=serve, daemon=True).start()
print("ready", flush=True)
sys.stdin.read()
libc.umount2(folder.encode(), 2)

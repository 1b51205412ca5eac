"""Linux user, network and mount namespaces, for servers that settings cannot confine."""

import ctypes
import fcntl
import os
import socket
import struct
from enum import IntFlag
from pathlib import Path

MS_NOSUID_NODEV = 2 | 4
MS_REC_PRIVATE = 16384 | 262144
SIOCGIFFLAGS = 0x8913
SIOCSIFFLAGS = 0x8914
IFF_UP = 1


class Namespace(IntFlag):
    """Flags of unshare(2)."""

    MOUNT = 0x00020000
    USER = 0x10000000
    NET = 0x40000000


def unshare(flags: Namespace) -> None:
    """Move this process into new namespaces. Raises OSError; the process must have one thread."""
    _check(_libc().unshare(int(flags)), "unshare")


def map_ids(inside_uid: int, inside_gid: int, outside_uid: int, outside_gid: int) -> None:
    """Give the user namespace just entered one user: `inside_uid` there is `outside_uid` here."""
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{inside_uid} {outside_uid} 1")
    Path("/proc/self/gid_map").write_text(f"{inside_gid} {outside_gid} 1")


def enter_private(inside_id: int, flags: Namespace) -> None:
    """unshare() with a user namespace in which the present user is called `inside_id`."""
    uid, gid = os.geteuid(), os.getegid()
    unshare(Namespace.USER | flags)
    map_ids(inside_id, inside_id, uid, gid)


def mount_tmpfs(target: str) -> None:
    """Hide `target` behind an empty tmpfs; only in a mount namespace of one's own."""
    libc = _libc()
    _check(libc.mount(b"none", b"/", None, MS_REC_PRIVATE, None), "mount --make-rprivate /")
    done = libc.mount(b"tmpfs", target.encode(), b"tmpfs", MS_NOSUID_NODEV, b"mode=0700")
    _check(done, f"mount tmpfs on {target}")


def loopback_up() -> None:
    """Bring `lo` up in a network namespace just entered."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        request = struct.pack("16sH14x", b"lo", 0)
        answer = fcntl.ioctl(sock, SIOCGIFFLAGS, request)
        flags = struct.unpack("16sH14x", answer)[1] | IFF_UP
        fcntl.ioctl(sock, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags))


def supported(flags: Namespace) -> bool:
    """Whether the kernel lets this user make such namespaces (tried in a child process)."""
    pid = os.fork()
    if pid == 0:
        try:
            enter_private(1, flags)
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")

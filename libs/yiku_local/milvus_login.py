"""Give Milvus's root user its password, which it can only be told over gRPC once it runs.

A process of its own, so that the supervisor need not load gRPC: reads {"port", "password"} as JSON
from standard input. The two strings of the request are encoded by hand (milvus.proto,
UpdateCredentialRequest: 2 user name, 3 old and 4 new password in base64), since importing pymilvus
costs 1.7 s.
"""

import base64
import json
import subprocess
import sys
import urllib.error
import urllib.request

from yiku_local.errors import StackError

USER = "root"
FACTORY_PASSWORD = "Milvus"  # noqa: S105  documented default, valid until this module has run
METHOD = "/milvus.proto.milvus.MilvusService/UpdateCredential"
TIMEOUT_SECONDS = 10.0


def ensure_password(port: int, password: str) -> None:
    """Set the password unless it is set; raises StackError when neither it nor the default works."""
    if _accepted(port, password):
        return
    done = subprocess.run(
        (sys.executable, "-m", "yiku_local.milvus_login"),
        input=json.dumps({"port": port, "password": password}),
        capture_output=True,
        text=True,
        check=False,
        timeout=3 * TIMEOUT_SECONDS,
    )
    if done.returncode != 0:
        raise StackError(f"Milvus refuses its password: {done.stderr.strip()[-400:]}")


def _accepted(port: int, password: str) -> bool:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/v1/vector/collections",
        headers={"Authorization": f"Bearer {USER}:{password}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS):  # noqa: S310
            return True
    except urllib.error.HTTPError as error:
        if error.code == 401:
            return False
        raise


def change_password(port: int, old: str, new: str) -> None:
    """One UpdateCredential call as root. Raises grpc.RpcError when the old password is wrong."""
    import grpc

    login = base64.b64encode(f"{USER}:{old}".encode()).decode()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(METHOD)
        status = call(update_request(old, new), metadata=(("authorization", login),), timeout=TIMEOUT_SECONDS)
    if status:  # an empty Status message is success
        raise StackError(f"UpdateCredential was refused: {status!r}")


def update_request(old: str, new: str) -> bytes:
    """A serialised UpdateCredentialRequest for root."""
    return _field(2, USER) + _field(3, _base64(old)) + _field(4, _base64(new))


def _field(number: int, text: str) -> bytes:
    """A length-delimited protobuf field; texts here are shorter than 128 bytes."""
    raw = text.encode()
    return bytes((number << 3 | 2, len(raw))) + raw


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def main() -> int:
    """Entry point."""
    options = json.load(sys.stdin)
    change_password(options["port"], FACTORY_PASSWORD, options["password"])
    return 0


if __name__ == "__main__":
    sys.exit(main())

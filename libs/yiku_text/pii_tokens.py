"""Deterministic tokens for personal data: equal values of one tenant give equal tokens, keyed."""

import base64
import hmac
from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from yiku_text.masking import TOKEN
from yiku_text.pii import PiiType

KEY_BYTES = 32
_TOKEN_CHARACTERS = 8


@dataclass(frozen=True)
class TokenKey:
    """The key of one tenant; keep it in memory only."""

    tenant_id: str
    secret: bytes

    def token(self, kind: PiiType, normalised: str) -> str:
        """`<kind:8 base32 characters>`, HMAC-SHA256 over (tenant, type, normal form).

        Without the key a token says nothing about the value. 40 bits: within a tenant of a million
        values of one type about one pair of values shares a token, within a customer none.
        """
        message = "\x00".join((self.tenant_id, kind.value, normalised)).encode()
        attempt = 0
        while True:
            digest = hmac.digest(self.secret, message + attempt.to_bytes(2, "big"), sha256)
            code = base64.b32encode(digest)[:_TOKEN_CHARACTERS].decode().lower()
            token = f"<{kind.value}:{code}>"
            if TOKEN.fullmatch(token):
                return token
            attempt += 1


def token_key(master_key: bytes, tenant_id: str) -> TokenKey:
    """Derive a tenant's token key from the master key (HKDF-SHA256). Raises ValueError if it is short."""
    return TokenKey(tenant_id, derive(master_key, f"yiku/pii-token/v1/{tenant_id}"))


def derive(master_key: bytes, purpose: str) -> bytes:
    """32 bytes for one purpose. Raises ValueError where the master key has fewer than 32 bytes."""
    if len(master_key) < KEY_BYTES:
        msg = f"the master key needs at least {KEY_BYTES} bytes"
        raise ValueError(msg)
    hkdf = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose.encode())
    return hkdf.derive(master_key)

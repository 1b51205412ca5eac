"""Sealing the originals: a data key per customer, wrapped under a key of the tenant.

AES-256-GCM-SIV throughout: a repeated nonce does not give the key away. What a value belongs to is
bound in as associated data, so a sealed value moved to another customer, type or token does not open.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV

from yiku_text.pii_tokens import KEY_BYTES, derive

_NONCE_BYTES = 12


class SealBroken(Exception):
    """The bytes were changed, belong to something else, or were sealed under another key."""


def tenant_key(master_key: bytes, master_id: str, tenant_id: str) -> bytes:
    """The key that wraps the tenant's data keys, under the master key named `master_id`."""
    return derive(master_key, f"yiku/vault-kek/v1/{master_id}/{tenant_id}")


def new_data_key() -> bytes:
    """A fresh random data key for one customer."""
    return os.urandom(KEY_BYTES)


def wrap(kek: bytes, data_key: bytes, *, tenant_id: str, user_id: str, master_id: str) -> bytes:
    """The data key as it may be stored: nonce and ciphertext."""
    return _encrypt(kek, data_key, _bound("key", tenant_id, user_id, master_id))


def unwrap(kek: bytes, wrapped: bytes, *, tenant_id: str, user_id: str, master_id: str) -> bytes:
    """The data key again. Raises SealBroken."""
    return _decrypt(kek, wrapped, _bound("key", tenant_id, user_id, master_id))


def seal(data_key: bytes, value: str, *, tenant_id: str, user_id: str, kind: str, token: str) -> bytes:
    """A value as it may be stored: nonce and ciphertext."""
    return _encrypt(data_key, value.encode(), _bound("value", tenant_id, user_id, kind, token))


def open_(data_key: bytes, sealed: bytes, *, tenant_id: str, user_id: str, kind: str, token: str) -> str:
    """The value again. Raises SealBroken."""
    return _decrypt(data_key, sealed, _bound("value", tenant_id, user_id, kind, token)).decode()


def _encrypt(key: bytes, plain: bytes, associated: bytes) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + AESGCMSIV(key).encrypt(nonce, plain, associated)


def _decrypt(key: bytes, stored: bytes, associated: bytes) -> bytes:
    try:
        return AESGCMSIV(key).decrypt(stored[:_NONCE_BYTES], stored[_NONCE_BYTES:], associated)
    except (InvalidTag, ValueError) as error:
        raise SealBroken from error


def _bound(*parts: str) -> bytes:
    """Length-prefixed, so that no two lists of parts give the same bytes."""
    encoded = [part.encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)

"""Sealed values open for what they belong to, and for nothing else."""

import pytest
from yiku_text.vault_crypto import SealBroken, new_data_key, open_, seal, tenant_key, unwrap, wrap

MASTER = b"m" * 32
BELONGS = {"tenant_id": "t", "user_id": "u", "kind": "mobile", "token": "<mobile:abcdefgh>"}
OWNER = {"tenant_id": "t", "user_id": "u", "master_id": "k1"}


def test_a_value_comes_back() -> None:
    key = new_data_key()
    assert open_(key, seal(key, "13800138000", **BELONGS), **BELONGS) == "13800138000"


@pytest.mark.parametrize("part", sorted(BELONGS))
def test_a_value_moved_elsewhere_does_not_open(part: str) -> None:
    key = new_data_key()
    sealed = seal(key, "13800138000", **BELONGS)
    with pytest.raises(SealBroken):
        open_(key, sealed, **{**BELONGS, part: "other"})


def test_parts_cannot_slide_into_each_other() -> None:
    key = new_data_key()
    sealed = seal(key, "x", **{**BELONGS, "tenant_id": "ab", "user_id": "c"})
    with pytest.raises(SealBroken):
        open_(key, sealed, **{**BELONGS, "tenant_id": "a", "user_id": "bc"})


@pytest.mark.parametrize("broken", [b"", b"short", b"x" * 60])
def test_broken_bytes(broken: bytes) -> None:
    with pytest.raises(SealBroken):
        open_(new_data_key(), broken, **BELONGS)


def test_wrapped_keys_open_under_their_tenant_and_master_key_only() -> None:
    kek, key = tenant_key(MASTER, "k1", "t"), new_data_key()
    wrapped = wrap(kek, key, **OWNER)
    assert unwrap(kek, wrapped, **OWNER) == key
    for other in (tenant_key(MASTER, "k2", "t"), tenant_key(MASTER, "k1", "t2"), tenant_key(b"n" * 32, "k1", "t")):
        with pytest.raises(SealBroken):
            unwrap(other, wrapped, **OWNER)
    with pytest.raises(SealBroken):
        unwrap(kek, wrapped, **{**OWNER, "user_id": "u2"})


def test_sealing_twice_gives_different_bytes() -> None:
    key = new_data_key()
    assert seal(key, "x", **BELONGS) != seal(key, "x", **BELONGS)

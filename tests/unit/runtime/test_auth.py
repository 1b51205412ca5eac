"""Tokens: only ours, only while they last, and remembered without being trusted longer."""

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from yiku_domain.errors import PermissionDenied, Unauthenticated
from yiku_domain.ids import TenantId
from yiku_runtime.auth import Key, TokenVerifier, mint

SECRET = "a-secret-of-at-least-thirty-two-bytes"
TENANT = TenantId("acme")
NOW = 1_800_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def verifier(clock: Clock) -> TokenVerifier:
    return TokenVerifier(Key("HS256", SECRET), clock=clock)


def token(secret: str = SECRET, ttl_s: int = 60, **changes: object) -> str:
    made = mint(secret, TENANT, "bot", {"recall"}, ttl_s=ttl_s, now=NOW)
    claims = jwt.decode(made, options={"verify_signature": False}) | changes
    kept = {k: v for k, v in claims.items() if v is not None}
    return jwt.encode(kept, secret, algorithm="HS256")


def test_a_minted_token_names_its_caller(verifier: TokenVerifier) -> None:
    caller = verifier.verify(f"Bearer {token()}")
    assert (caller.tenant_id, caller.subject, caller.scopes) == ("acme", "bot", {"recall"})


def test_a_remembered_token_expires(verifier: TokenVerifier, clock: Clock) -> None:
    header = f"bearer {token(ttl_s=60)}"
    verifier.verify(header)
    clock.now += 59
    verifier.verify(header)
    clock.now += 1
    with pytest.raises(Unauthenticated, match="expired"):
        verifier.verify(header)


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "other"},
        {"aud": "other"},
        {"exp": None},
        {"sub": None},
        {"tenant": None},
        {"tenant": "a/b"},
        {"tenant": ""},
        {"tenant": 7},
        {"scopes": "recall"},
        {"scopes": None},
        {"scopes": [1]},
    ],
)
def test_a_token_with_wrong_claims_is_refused(verifier: TokenVerifier, changes: dict) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(f"Bearer {token(**changes)}")


@pytest.mark.parametrize("header", ["", "Basic x", "Bearer", "Bearer ", "Bearer a.b.c", "Bearer \ud800"])
def test_what_is_no_token_is_refused(verifier: TokenVerifier, header: str) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(header)


def test_another_secret_is_refused(verifier: TokenVerifier) -> None:
    with pytest.raises(Unauthenticated):
        verifier.verify(f"Bearer {token('another-secret-of-thirty-two-bytes!!')}")


def test_an_unsigned_token_is_refused(verifier: TokenVerifier) -> None:
    claims = jwt.decode(token(), options={"verify_signature": False})
    with pytest.raises(Unauthenticated):
        verifier.verify(f"Bearer {jwt.encode(claims, None, algorithm='none')}")


def test_rs256_takes_the_public_key_and_no_hmac_made_with_it(clock: Clock) -> None:
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = (
        private.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )
    verifier = TokenVerifier(Key("RS256", public), clock=clock)
    claims = jwt.decode(token(), options={"verify_signature": False})
    assert verifier.verify(f"Bearer {jwt.encode(claims, private, algorithm='RS256')}").tenant_id == "acme"
    with pytest.raises(Unauthenticated):
        verifier.verify(f"Bearer {token()}")


def test_a_missing_scope_is_named(verifier: TokenVerifier) -> None:
    caller = verifier.verify(f"Bearer {token()}")
    caller.require("recall")
    with pytest.raises(PermissionDenied, match="erase"):
        caller.require("erase")

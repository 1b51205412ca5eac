"""Bearer tokens: who calls, for which tenant, and what they may do."""

import hashlib
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import jwt
from cachetools import TLRUCache
from yiku_domain.errors import PermissionDenied, Unauthenticated
from yiku_domain.ids import TenantId

ISSUER = "yiku"
AUDIENCE = "yiku"
_SCHEME = "bearer "
_TENANT = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_REQUIRED = ["exp", "iss", "aud", "sub"]


@dataclass(frozen=True, slots=True)
class Caller:
    """The holder of a verified token. Every read and write is confined to `tenant_id`."""

    tenant_id: TenantId
    subject: str
    scopes: frozenset[str]

    def require(self, scope: str) -> None:
        """Raise `PermissionDenied` without this scope."""
        if scope not in self.scopes:
            raise PermissionDenied(f"the token lacks the scope {scope}")


@dataclass(frozen=True, slots=True)
class Key:
    """What signatures are checked with: an HS256 secret, or an RS256 public key in PEM."""

    algorithm: Literal["HS256", "RS256"]
    material: str


@dataclass(frozen=True, slots=True)
class _Verified:
    caller: Caller
    expires_at: float


class TokenVerifier:
    """Verifies bearer tokens; a verified one is remembered, by hash, until it expires."""

    def __init__(self, key: Key, *, remembered: int = 4096, clock: Callable[[], float] = time.time) -> None:
        self._key = key
        self._clock = clock
        self._seen: TLRUCache[bytes, _Verified] = TLRUCache(
            remembered, ttu=lambda _key, value, _now: value.expires_at, timer=clock
        )

    def verify(self, authorization: str) -> Caller:
        """The caller named by an `authorization` header; `Unauthenticated` says what is wrong."""
        if authorization[: len(_SCHEME)].lower() != _SCHEME or not authorization.isascii():
            raise Unauthenticated("send the header authorization: Bearer <token>")
        token = authorization[len(_SCHEME) :].strip()
        digest = hashlib.sha256(token.encode()).digest()
        seen = self._seen.get(digest)
        if seen is None:
            seen = self._decode(token)
            self._seen[digest] = seen
        return seen.caller

    def _decode(self, token: str) -> _Verified:
        try:
            claims = jwt.decode(
                token,
                self._key.material,
                algorithms=[self._key.algorithm],
                issuer=ISSUER,
                audience=AUDIENCE,
                options={"require": _REQUIRED, "verify_exp": False, "verify_iat": False},
            )
        except jwt.InvalidTokenError:
            raise Unauthenticated("the token does not verify") from None
        return _verified(claims, self._clock())


def mint(
    secret: str,
    tenant_id: TenantId,
    subject: str,
    scopes: Iterable[str],
    *,
    ttl_s: int,
    now: float | None = None,
) -> str:
    """An HS256 token that a verifier with the same secret accepts for `ttl_s` seconds."""
    issued = time.time() if now is None else now
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": subject,
        "tenant": tenant_id,
        "scopes": sorted(scopes),
        "iat": int(issued),
        "exp": int(issued) + ttl_s,
    }
    return jwt.encode(claims, secret, algorithm="HS256")


def _verified(claims: dict[str, object], now: float) -> _Verified:
    """Claims of a token whose signature, issuer and audience are right."""
    expires, tenant, scopes = claims["exp"], claims.get("tenant"), claims.get("scopes")
    if not isinstance(expires, int | float) or expires <= now:
        raise Unauthenticated("the token has expired")
    if not isinstance(tenant, str) or not _TENANT.fullmatch(tenant):
        raise Unauthenticated("the token names no valid tenant")
    if not isinstance(scopes, list) or not all(isinstance(s, str) for s in scopes):
        raise Unauthenticated("the token has no list of scopes")
    caller = Caller(TenantId(tenant), str(claims["sub"]), frozenset(scopes))
    return _Verified(caller, float(expires))

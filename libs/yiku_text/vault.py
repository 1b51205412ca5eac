"""Masking and sealing under one master key: what a service needs to keep personal data out of its rows."""

from collections.abc import Callable
from typing import Protocol

from cachetools import LRUCache
from yiku_domain.ids import Scope, TenantId

from yiku_text import vault_crypto
from yiku_text.masking import Found, Masked, mask
from yiku_text.pii import PiiType
from yiku_text.pii_tokens import token_key


class Original(Protocol):
    """A token and what it stands for."""

    @property
    def token(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def original(self) -> str: ...


class Vault:
    """Masks text with a tenant's tokens and seals the originals under each customer's key.

    Derived keys of recent tenants are kept in memory; data keys are not.
    """

    def __init__(self, master_key: bytes, master_id: str, *, tenants: int = 1024) -> None:
        self._master_key = master_key
        self._master_id = master_id
        self._tokenisers: LRUCache[str, Callable[[PiiType, str], str]] = LRUCache(tenants)
        self._keks: LRUCache[str, bytes] = LRUCache(tenants)

    def tokenise(self, tenant_id: TenantId) -> Callable[[PiiType, str], str]:
        """(type, normal form) to the tenant's token."""
        known = self._tokenisers.get(tenant_id)
        if known is None:
            known = token_key(self._master_key, tenant_id).token
            self._tokenisers[tenant_id] = known
        return known

    def mask(self, tenant_id: TenantId, text: str) -> Masked:
        """The text with every piece of personal data replaced by its token."""
        return mask(text, self.tokenise(tenant_id))

    def new_key(self, scope: Scope) -> tuple[str, bytes]:
        """A fresh data key for a customer: (master key id, the key wrapped under the tenant's)."""
        wrapped = vault_crypto.wrap(
            self._kek(scope.tenant_id),
            vault_crypto.new_data_key(),
            tenant_id=scope.tenant_id,
            user_id=scope.user_id,
            master_id=self._master_id,
        )
        return self._master_id, wrapped

    def seal(self, scope: Scope, master_id: str, wrapped: bytes, secret: Original) -> bytes:
        """The original, sealed; opens only for this tenant, customer, type and token."""
        data_key = vault_crypto.unwrap(
            self._kek(scope.tenant_id),
            wrapped,
            tenant_id=scope.tenant_id,
            user_id=scope.user_id,
            master_id=master_id,
        )
        return vault_crypto.seal(
            data_key,
            secret.original,
            tenant_id=scope.tenant_id,
            user_id=scope.user_id,
            kind=secret.type,
            token=secret.token,
        )

    def _kek(self, tenant_id: TenantId) -> bytes:
        known = self._keks.get(tenant_id)
        if known is None:
            known = vault_crypto.tenant_key(self._master_key, self._master_id, tenant_id)
            self._keks[tenant_id] = known
        return known


__all__ = ["Found", "Masked", "Original", "Vault"]

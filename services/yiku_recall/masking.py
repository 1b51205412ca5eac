"""Personal data leaves a question before anything else sees it."""

from hashlib import blake2b
from secrets import token_bytes

from cachetools import LRUCache
from yiku_domain.ids import TenantId
from yiku_text.vault import Vault


class QuestionMask:
    """Masks with the tenant's tokens, so that a number in a question meets the same number in a memory.

    Masked texts are remembered by a digest under a key of this process: what a customer typed is not.
    """

    def __init__(self, vault: Vault, remembered: int = 10_000) -> None:
        self._vault = vault
        self._secret = token_bytes(32)
        self._masked: LRUCache[tuple[TenantId, bytes], str] = LRUCache(remembered)

    def mask(self, tenant_id: TenantId, text: str) -> str:
        """The text with tokens in place of personal data."""
        if not text:
            return text
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=self._secret).digest()
        known = self._masked.get((tenant_id, digest))
        if known is None:
            known = self._masked[tenant_id, digest] = self._vault.mask(tenant_id, text).text
        return known

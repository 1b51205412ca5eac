"""What people write into memories, masked before it goes anywhere."""

from collections.abc import Iterable, Mapping

from yiku_domain.ids import TenantId
from yiku_domain.memory import JsonValue
from yiku_stores.postgres.commit import Secret
from yiku_text.masking import Found, mask_json
from yiku_text.vault import Vault


def masked_value(
    vault: Vault, tenant_id: TenantId, value: Mapping[str, JsonValue] | None
) -> tuple[dict[str, JsonValue] | None, tuple[Found, ...]]:
    """A value with its strings masked, and what was found in them; None stays None."""
    if value is None:
        return None, ()
    masked, found = mask_json(value, vault.tokenise(tenant_id))
    assert isinstance(masked, dict)
    return masked, found


def secrets_of(found: Iterable[Found]) -> tuple[Secret, ...]:
    """What the vault keeps of them."""
    return tuple(Secret(f.token, f.type.value, f.normalised) for f in found)

"""What the attributes of the registry mean, in the two languages of the prompt."""

from yiku_domain.vocabulary import ATTRIBUTES

NONE = "none"
"""What the model writes where no attribute fits."""

_MEANINGS: dict[str, tuple[str, str]] = {
    "home_address": ("住址", "where they live"),
    "work_address": ("公司、店铺、工厂的地址", "office, shop or factory"),
    "warehouse_address": ("仓库地址", "warehouse"),
    "usual_pickup_address": ("常用取货地", "where their goods are usually picked up"),
    "usual_delivery_address": ("常用送货地", "where their goods usually go"),
    "preferred_vehicle_type": ("想要的车型", "vehicle they want"),
    "avoided_vehicle_type": ("不要的车型", "vehicle they refuse"),
    "fleet_size": ("自有车辆数", "how many vehicles they own"),
    "driver_opinion": ("指定或拒绝某位司机", "a driver they ask for or refuse"),
    "night_delivery": ("能否夜间送货", "whether to deliver at night"),
    "preferred_time": ("方便的时间", "times that suit"),
    "avoided_time": ("不方便的时间", "times that do not suit"),
    "loading_help": ("要不要搬运", "whether they need loading help"),
    "call_before_arrival": ("到之前要不要打电话", "whether to call before arrival"),
    "contact_channel": ("联系方式的偏好", "how to contact them"),
    "invoice": ("要不要发票、哪种", "whether and what invoice"),
    "invoice_title": ("发票抬头", "name on the invoice"),
    "payment_method": ("付款方式", "how they pay"),
    "packing": ("包装和装载的要求", "how to pack and load"),
    "insurance": ("要不要保价", "whether to insure"),
    "service_wish": ("其他长期的服务要求", "any other lasting wish"),
    "allergy": ("过敏", "an allergy"),
    "health_limit": ("身体不便", "what their body does not allow"),
    "usual_goods": ("常运的货", "what they usually ship"),
    "pet": ("宠物", "a pet"),
    "name": ("客户姓名", "their name"),
    "phone": ("客户电话", "their phone"),
    "email": ("客户邮箱", "their e-mail"),
    "occupation": ("职业、生意", "trade or job"),
}


def names() -> tuple[str, ...]:
    """Every attribute of the registry in its order, and NONE."""
    return (*(attribute.name for attribute in ATTRIBUTES), NONE)


def listed(*, chinese: bool) -> str:
    """One line an attribute: its name and what it means; a name that speaks for itself stands alone."""
    meanings = {name: zh if chinese else en for name, (zh, en) in _MEANINGS.items()}
    lines = (" ".join(filter(None, (a.name, meanings.get(a.name, "")))) for a in ATTRIBUTES)
    return "\n".join(lines)

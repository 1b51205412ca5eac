"""What the properties of behaviour events are called, by platform and language."""

import re
from collections.abc import Mapping

EVENT_ID = "event_id"

_NAMES: Mapping[str, str] = {
    EVENT_ID: "eventid id ref 事件号",
    "vehicle_type": "vehicletype vehicle vehiclename cartype trucktype 车型 车辆 车",
    "pickup": "pickup pickupaddress pickuplocation origin from fromaddress 取货地址 发货地址 装货地址 起点",
    "dropoff": "dropoff dropoffaddress destination to toaddress deliveryaddress 送货地址 收货地址 卸货地址 终点",
    "goods": "goods goodstype cargo cargotype item items 货物 货品 物品",
    "driver": "driver drivername requesteddriver 司机 师傅 司机姓名 指定司机",
    "service": "service services addon addons extra extras valueadded 服务 增值服务 附加服务",
    "time": "time timeslot slot pickuptime scheduledat scheduledtime deliverytime 时间 时段 用车时间 取货时间",
}
_FIELDS = {name: field for field, names in _NAMES.items() for name in names.split()}


def field_of(name: str) -> str:
    """The field that a property is: vehicleType and 车型 are vehicle_type; empty for one that is not known."""
    return _FIELDS.get(re.sub(r"[\s_\-]", "", name).casefold(), "")

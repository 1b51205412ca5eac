"""The words of clarifying questions, attribute by attribute, in Chinese and English."""

# ruff: noqa: E501 (templates are read and compared on one line)

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Asking:
    """How to ask about an attribute, each as (Chinese, English).

    `label` names it. `ask` puts the question, in words after which the customer's short answer is understood.
    `states` says a value that was stated, `did` what was done again and again; both take the value's words and
    are empty where only the memories' own sentences can be told. `denies` says the value no.
    """

    label: tuple[str, str]
    ask: tuple[str, str]
    states: tuple[str, str] = ("", "")
    did: tuple[str, str] = ("", "")
    denies: tuple[str, str] = ("", "")


ASKING: Mapping[str, Asking] = {
    "home_address": Asking(("住址", "your home address"), ("您现在住在哪里？", "Where do you live now?"), ("住在{}", "you live at {}"), ("用了{}", "you used {}")),
    "work_address": Asking(("公司地址", "your work address"), ("您公司现在在哪？", "Where is your office now?"), ("公司在{}", "you work at {}"), ("用了{}", "you used {}")),
    "warehouse_address": Asking(("仓库地址", "your warehouse"), ("您的仓库现在在哪？", "Where is your warehouse now?"), ("仓库在{}", "your warehouse is at {}"), ("用了{}", "you used {}")),
    "usual_pickup_address": Asking(("常用取货地", "where your goods are usually picked up"), ("您平时从哪里发货？", "Where do you usually ship from?"), ("常从{}发货", "you usually ship from {}"), ("在{}取货", "your goods were picked up at {}")),
    "usual_delivery_address": Asking(("常用送货地", "where your goods usually go"), ("您平时送到哪里？", "Where do you usually ship to?"), ("常送到{}", "you usually ship to {}"), ("送到{}", "you shipped to {}")),
    "preferred_vehicle_type": Asking(("车型", "the vehicle"), ("以后默认用哪种车？", "Which vehicle do you usually want from now on?"), ("常用{}", "you usually take a {}"), ("选了{}", "you booked a {}")),
    "avoided_vehicle_type": Asking(("不要的车型", "vehicles you do not want"), ("以后还要避开这种车吗？", "Should we still avoid it?"), ("不要{}", "you do not want a {}")),
    "fleet_size": Asking(("车辆数", "your fleet"), ("现在一共有几辆车？", "How many vehicles do you have now?"), ("有{}辆车", "you run {} vehicles")),
    "driver_opinion": Asking(("司机", "the driver"), ("以后还派这位师傅吗？", "Should we send this driver from now on?"), ("想要{}", "you want driver {}"), ("约了{}", "you booked driver {}"), ("不要再派{}", "you do not want driver {} again")),
    "night_delivery": Asking(("夜间送货", "night delivery"), ("以后可以夜间送货吗？", "May we deliver at night from now on?"), ("可以夜间送货", "we may deliver at night"), ("选了夜间送货", "you chose night delivery"), ("不要夜间送货", "we may not deliver at night")),
    "preferred_time": Asking(("用车时间", "the time that suits you"), ("您平时什么时间方便？", "At what time do you usually want us to come?"), ("一般{}方便", "{} usually suits you"), ("在{}用车", "you booked for {}")),
    "avoided_time": Asking(("不方便的时间", "times that do not suit you"), ("这个时间以后方便吗？", "Does that time suit you from now on?"), ("{}不方便", "{} does not suit you")),
    "loading_help": Asking(("搬运", "loading help"), ("以后需要搬运服务吗？", "Do you need loading help from now on?"), ("需要搬运服务", "you need loading help"), ("选了搬运服务", "you added loading help"), ("不需要搬运服务", "you need no loading help")),
    "call_before_arrival": Asking(("到前电话", "calls before arrival"), ("以后到之前要先打电话吗？", "Should the driver call before arrival from now on?"), ("到之前要打电话", "the driver should call before arrival"), ("选了到前电话", "you asked for a call before arrival"), ("到之前不用打电话", "the driver need not call before arrival")),
    "contact_channel": Asking(("联系方式", "how to reach you"), ("以后用哪种方式联系您？", "How should we reach you from now on?"), ("用{}联系", "we should reach you by {}"), ("用了{}", "you used {}")),
    "invoice": Asking(("发票", "invoices"), ("以后需要开发票吗？", "Do you need an invoice from now on?"), ("需要发票", "you need an invoice"), ("开了发票", "you asked for an invoice"), ("不需要发票", "you need no invoice")),
    "invoice_title": Asking(("发票抬头", "the name on your invoice"), ("发票抬头现在开哪个？", "Which name should be on the invoice?"), ("发票抬头是{}", "the invoice goes to {}"), ("开了{}", "the invoice went to {}")),
    "payment_method": Asking(("付款方式", "how you pay"), ("以后默认怎么付款？", "How do you want to pay from now on?"), ("用{}付款", "you pay by {}"), ("用{}付款", "you paid by {}")),
    "packing": Asking(("打包", "packing"), ("以后按哪种方式打包？", "How should we pack from now on?")),
    "insurance": Asking(("保价", "insurance"), ("以后需要保价吗？", "Do you want insurance from now on?"), ("需要保价", "you want insurance"), ("选了保价", "you added insurance"), ("不需要保价", "you want no insurance")),
    "service_wish": Asking(("服务要求", "your wish"), ("以后按哪种来？", "How should we do it from now on?")),
    "allergy": Asking(("过敏", "the allergy"), ("您现在对它过敏吗？", "Are you allergic to it?"), ("对{}过敏", "you are allergic to {}")),
    "health_limit": Asking(("身体情况", "what your body does not allow"), ("现在情况怎么样？", "How is it now?")),
    "usual_goods": Asking(("常运的货", "what you usually ship"), ("您平时主要运什么货？", "What do you usually ship?"), ("常运{}", "you usually ship {}"), ("运了{}", "you shipped {}")),
    "pet": Asking(("宠物", "your pet"), ("现在以哪个为准？", "Which is right now?")),
    "name": Asking(("姓名", "your name"), ("请问怎么称呼您？", "What is your name?"), ("叫{}", "your name is {}"), ("用了{}这个名字", "you used the name {}")),
    "phone": Asking(("电话", "your phone number"), ("现在用哪个电话联系您？", "Which number should we call?"), ("电话是{}", "your number is {}"), ("用了{}", "you used {}")),
    "email": Asking(("邮箱", "your e-mail"), ("现在用哪个邮箱？", "Which e-mail should we use?"), ("邮箱是{}", "your e-mail is {}"), ("用了{}", "you used {}")),
    "occupation": Asking(("职业", "your work"), ("您现在做什么工作？", "What work do you do now?"), ("做{}", "your work is {}")),
}  # fmt: skip
OTHERWISE = Asking(("这一点", "this"), ("现在以哪个为准？", "Which is right now?"))

CODES: Mapping[str, tuple[str, str]] = {
    "small_hours": ("凌晨", "the small hours"),
    "morning": ("上午", "the morning"),
    "noon": ("中午", "noon"),
    "afternoon": ("下午", "the afternoon"),
    "evening": ("晚上", "the evening"),
    "night": ("夜间", "the night"),
    "daytime": ("白天", "the daytime"),
    "sms": ("短信", "text message"),
    "wechat": ("微信", "WeChat"),
    "phone": ("电话", "phone"),
    "email": ("邮件", "e-mail"),
    "app": ("应用内消息", "in-app message"),
    "monthly": ("月结", "monthly bill"),
    "cash": ("现金", "cash"),
    "alipay": ("支付宝", "Alipay"),
    "cash_on_delivery": ("货到付款的方式", "cash on delivery"),
    "bank_transfer": ("对公转账", "bank transfer"),
    "card": ("刷卡", "card"),
    "not_phone": ("电话以外的方式", "anything but phone"),
}
"""Values that are codes, in words."""

DAYS: tuple[tuple[str, str], ...] = (
    ("周一", "Monday"),
    ("周二", "Tuesday"),
    ("周三", "Wednesday"),
    ("周四", "Thursday"),
    ("周五", "Friday"),
    ("周六", "Saturday"),
    ("周日", "Sunday"),
)
"""1 is Monday."""

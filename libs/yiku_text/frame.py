"""Words that a sentence about a customer is built with and that say nothing about them."""

import re

_ZH = """
客户 用户 本人 自己 喜欢 偏好 偏爱 爱 希望 想 想要 愿意 需要 要求 要 请 常 常常 常用 经常 通常 一般 平时 平常
日常 每次 以后 今后 总是 总 一直 习惯 默认 使用 用 选 选择 避免 拒绝 接受 可以 能 不能 不要 不想 不愿 不用
不需要 不喜欢 住 住在 家 家里 家住 家在 家庭 住址 地址 地点 位置 位于 在 公司 单位 店 仓库 发货 取货 送货
收货 装货 卸货 送到 从 到 去 往 于 车 车型 司机 师傅 指定 提前 电话 打电话 联系 联系方式 发票 抬头 付款 支付
方式 包装 服务 时间 名字 姓名 叫 名叫 养 宠物 职业 从事 做 货 货物 常运 对 身体 评价 认为 觉得 表示 说 会 应
应该 必须 时 时候 如果 的话 才 只 只要 已 已经 正在 现在 目前 打 打给 不 没 别 没有
"""
_EN = """
customer client user prefer like want wish need ask request require usual usually normal normally always often
regular regularly general generally every time default use choose avoid refuse accept live home house address
place location locate company office shop warehouse work job pick pickup deliver delivery ship unload load drop
send vehicle truck driver call phone contact invoice title pay payment way pack service name pet own keep goods
say think feel must should only when if while than rather not never no don doesn isn now currently
as so more most very also other own get go come take make let give
"""
_ENDINGS = re.compile(r"(?:'s|’s|ings?|ers?|ed|es|s|ly|e)$")
_SHORTEST = 3


def stem(word: str) -> str:
    """An English word without its inflections, roughly: prefers, preferred and preferring are one."""
    if not word.isascii() or any(character.isdigit() for character in word):
        return word
    bare = _ENDINGS.sub("", word)
    if len(bare) > _SHORTEST and bare[-1] == bare[-2]:
        bare = bare[:-1]
    return word if bare == word or len(bare) < _SHORTEST else stem(bare)


FRAME = frozenset(_ZH.split()) | frozenset(stem(word) for word in _EN.split())
"""Chinese words as they are, English ones by their stem."""

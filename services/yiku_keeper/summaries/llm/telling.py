"""Words with which a summary tells what somebody said, and that say nothing about them."""

from yiku_text.frame import stem

_ZH = """
询问 咨询 问 问过 问到 问及 提问 提到 提及 提出 谈到 谈及 聊到 聊 讨论 沟通 说明 说 说到 表示 表达 告知 告诉
介绍 反映 反馈 投诉 抱怨 不满 吐槽 表扬 称赞 感谢 确认 核对 更新 修改 更改 改为 改成 变更 补充 强调 指出 承认
同意 希望 打算 了解 得知 关注 关心 催 催促 申请 办理 查询 查 处理 解决 预约 预订 下单 提供 留下 登记 记录 另外
同时 以及 并 并且 还 还有 此外 因为 由于 所以 因此 关于 有关 相关 情况 问题 事情 事 内容 信息 方面 原因 要求
需求 偏好 习惯 意见 建议 对此 其 其中 本次 这次 此次 当天 本周 对话 通话 聊天 客服
"""
_EN = """
ask inquire enquire question mention raise bring discuss talk tell told report complain complaint express
praise thank confirm check update change switch add note state explain give provide leave record register also
additionally and plus because since due about regarding concerning related issue problem matter topic
information detail request requirement preference habit opinion conversation chat call session day week whether
dissatisfied unhappy upset satisfied happy want plan follow handle solve book order
"""

TELLING = frozenset(_ZH.split()) | frozenset(stem(word) for word in _EN.split())
"""Chinese words as they are, English ones by their stem."""

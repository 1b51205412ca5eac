"""What guards for patterns need not see and a model falls for: orders, fiction, rights taken, other people.

A pattern reads only what it was made for; a model reads anything, so these look at the words of any claim.
"""

import re

from yiku_extractor.pipeline.patterns.words import SURNAMES

# ruff: noqa: E501 (patterns are read and compared on one line)

TO_THE_MACHINE = re.compile(
    r"(?:系统|后台|数据库|记忆|画像|档案|标签|资料库|程序|提示词|设定).{0,12}(?:写|存|录|登记|标记|备注|更新|设|删|执行|输出|公告|通知|指令)"
    r"|(?:写|存|录|登记|标记|备注|设|更新|保存|记录).{0,12}(?:系统|后台|数据库|记忆|画像|档案|标签|金牌|白金|优质|黑名单|结论|偏好设定)"
    r"|(?:从现在起|从此刻起|接下来)[,，]?(?:你|每次对话)|你现在是|请(?:立即)?执行|作为(?:测试人员|开发者?|管理员|你的主人)"
    r"|\b(?:store|save|append|record|insert|write|update|copy|note|set)\b[^.]{0,40}\b(?:memory|profile|user|customer|database|permanent(?:ly)?|verbatim|verified)\b"
    r"|\b(?:memory|system|developer|debug|instruct\w*|prompt|override|outranks|root)\b[^.]{0,30}\b(?:mode|enable|obey|store|save|add|print|output|rule|void)\b"
    r"|\bnote to (?:ai|bot|system)\b|\breply only\b|\bnew rule\b|\bobey\b|\{\s*[\"']|\w\(\w+\s*=|\w+\s*=\s*[\"'\w]",
    re.IGNORECASE,
)
"""Told to whoever keeps the records, wherever in the turn."""

FICTION = re.compile(
    r"打个比方|比方说我|设想一下|换作是?我|早知道|要不是|我若|若能|假装|编个|写(?:一?[个篇段首]|个).{0,6}(?:故事|小说|文案|作文|台词)|翻译(?:一下|成|这|下面)|润色|改写"
    r"|\b(?:role[- ]?play|pretend|proofread|rewrite|paraphrase|for the story|in the story)\b|\b(?:write|tell)(?: me)? an? (?:story|poem|song|essay)\b|^translate\b",
    re.IGNORECASE,
)
"""A game, an example, or a text to work on: nothing in it is said of the customer."""

ENTITLEMENT = re.compile(
    r"账号|账户|会员|vip|权限|白名单|内部(?:员工|人员)|管理员|免(?:费|单|运费)|[零0]元|[一二三四五六七八九\d]折|折扣|优惠价"
    r"|\b(?:my|this|the|staff|admin|internal) account\b|\bmembership\b|\b(?:vip|gold|silver|platinum) (?:member|customer)s?\b|\badmin\b|\bprivileges?\b"
    r"|\bwhitelist\w*|\bdiscounts?\b|\bfree (?:of charge|shipping|delivery|rides?)\b|\bzero (?:fee|cost|yuan)\b",
    re.IGNORECASE,
)
"""A status, a right or a price, which nobody has by saying so."""

SOMEBODY = re.compile(
    rf"(?<!其)(?<!吉)[他她](?!乡)|^(?:我们?|俺们?|咱们?)?(?:那个?|这个?|单位|公司|店里?|厂里?|家|村里?|楼[上下]|隔壁|办公室)*的?"
    rf"(?:[老小阿][{SURNAMES}]|[{SURNAMES}][一-龥]?(?:[哥姐叔姨婶总工]|经理|老师|主任|老板|先生|女士|小姐))(?=[说讲家的住喜爱要想有在他她也那都对是叫])"
    r"|\b(?:he|she|his|her|him)\b|^(?:[a-z]+ )?[A-Z][a-z]+ (?:says|lives|likes|wants|prefers|owns)\b",
)
"""Another person as a pronoun, or named where a subject stands."""

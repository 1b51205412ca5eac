"""Pieces that several topics share."""

# ruff: noqa: E501 (patterns are read and compared on one line)

SELF = r"(?:我们?(?:自己|本人|这边)?|咱们?|俺们?|本人)?(?:这边|的)?"
ADVERB = (
    r"(?:现在|目前|如今|已经|一直|还是|就|还|都|也|刚刚?|刚才|才|平时|平常|一般|通常|经常|常|暂时|最近|今年|这两天"
    r"|前几天|上个?(?:周|月|礼拜)(?:末|[一二三四五六日天])?|昨天|今天|前天|终于|搬完了?|又|真的|长期|[,，\s])*"
)
STANDING = r"(?:以后|今后|往后|之后|从此|每次|每回|默认|一般|平时|平常|通常|习惯|喜欢|偏好|偏爱|最好|首选|必须|务必|优先|长期|固定|一律|一直|都(?!可以)|只(?:要|用|坐|叫|能|想)|爱|常|总是|更想|向来|尽量)"
STANDING_EN = (
    r"(?:always|usually|normally|generally|mostly|typically|prefer(?:red|ably|s)?|only|from now on|every time|each time|going forward|in (?:the )?future|by default|default|regular(?:ly)?"
    r"|stick (?:to|with)|at all times|whenever|for all my|like|love|must|still|rather)"
)
SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖邹熊金陆郝孔崔康毛邱秦史顾侯邵孟龙钱汤尹黎易武乔贺赖龚文"
    "高江方任白万段雷常洪倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦柳邢路岳齐梅庄辛管祝左涂谷祁舒耿牟卜肖詹关苗凌费纪欧盛游阮裴"
)
NOT_AHEAD = r"(?<![不没别莫未无勿])"

"""Questions, suppositions, other people's affairs, irony and quotations, told by their words."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re

_LEAD = re.compile(
    r"""^(?:
      (?:嗯+|哦+|噢+|喔+|呃+|额+|诶+|欸+|哎呀?|唉|喂+|对了|然后|其实|另外|还有(?:啊|个事儿?|一点|就是|件事)?|反正|终于|悄悄说|同你讲声
        |跟(?:你|您)(?:说|讲)(?:一?[声下]|个事儿?)?|通知(?:你们)?一下|说一下|说明一下|备注一下|顺便(?:再?说一?[遍声下句]?)?|顺便|再说一遍|麻烦(?:你|您)?(?:帮我)?(?:记一?下|备注一?下)
        |(?:请)?(?:你|您)?(?:帮我)?(?:记一?下|备注一?下|记住)|你好(?:呀|啊)?|您好|哈哈+|嘿嘿|亲(?=[,，\s]|我|爱)|老师(?=[,，\s])
        |那个(?=[,，\s]|我|以后|就)|那(?=我|以后|就|你|麻烦|都|下次)|就是(?=我|说)|因为|所以|不过|而且|并且|此外|但是|但(?=我)|主要是?(?=我)|你看|听着|记得(?=给我|以后|叫|派)
        |真的(?=[,，\s]))[\s,，:：~～。…、]*
    | (?:好(?:的|吧|呀|啊)?|行(?:吧|啊)?|要的|可以|是的?|对(?:的|呀|啊)?|没错|要得|ok|okay|早|啊|晕|乖乖|烦死了|谢谢[你您]?)(?:[\s,，:：~～。…!！]+)
    | (?:hi|hello|hey|ok|okay|yes|yeah|yep|yup|sure|well|so|and|but|also|oh|ah|btw|by[ ]the[ ]way|actually|basically|just[ ]so[ ]you[ ]know|please[ ]note(?:[ ]that)?
        |just[ ]to[ ]let[ ]you[ ]know|fyi|great|thanks|thank[ ]you|um+|uh+|er+|hmm+|anyway|anyways|then|plus|for[ ]the[ ]record|one[ ]more[ ]thing|good|fine|right|nope|no(?=,))\b[\s,:.!\-–—]*
    )+""",
    re.VERBOSE | re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s~～!！。.…、,，]|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d]|(?:啊|呀|哈+|哦|噢|嘛|喔|啦(?<!了啦)|呗|咯|诶|滴|喲|哟|嘻+|噻|撒|(?<![酒网清水书])吧)(?![吗呢])|\b(?:btw|lol|haha+|pls|thx|thanks|thank you|tho|ok|okay)\b)+$",
    re.IGNORECASE,
)

_ASKS = re.compile(
    r"(?:吗|么|不咯|没得|没有|不嘛|不啊|行不行|好不好|可不可以|是不是|能不能行|对不对|值不值|远不远)\s*[~～哈啊呀]*$|^(?!.*[才还可正不着]).{0,12}呢$"
    r"|^(?:请问|想问|问下|问一下|问个事|咨询|打听|你们(?:有没有|能不能|可不可以|是不是|支持|有.{1,12}(?:吗|没))|有没有|能不能|可不可以|是不是|怎么|咋|啷个|为什么|为啥|凭什么|什么时候|哪里|哪个|哪位|哪种|谁|多少|几点|几号|好久|会不会)"
    r"|(?:多少钱|多少|好多钱|怎么(?:样|办|走|收费|开|回事|算|弄)|什么(?:意思|情况|时候|车)|几(?:点|天|个车|折|块)|哪儿?了|哪里了|要不要|咋(?:办|样|个)|(?:合适|好)\?)"
)
_ASKS_EN = re.compile(
    r"^(?:do(?! not\b)|does|did|is|are|was|were|can|could|would|will|should|may|have (?:you|they|we)|has|what|when (?=(?:is|are|will|can|do|does|did|should)\b)|where|which|who|whose|why|how|any chance|wondering)\b(?!\s+(?:i'm|i am)\b)"
    r"|\b(?:how much|how many|how long|which one|what time|or not)\b",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:can|could|would|will)\s+(?:you|i|u|we)\b.*\b(?:please|pls|always|again|next time|from now on|every time|whenever|not)\b"
    r"|^(?:can|could|would|will)\s+you\s+(?:please|pls|not|always|make sure|send|call|text|avoid|put|make|issue|use|change|set|add|keep|update|remove|stop|assign|book|note)\b"
    r"|(?:以后|下次|今后|每次|往后).{0,6}(?:能不能|可不可以|能否|可以)|(?:能不能|可不可以|能否|可以).{0,4}(?:以后|下次|今后|每次|都|一直|指定|不要|别)|麻烦|拜托",
    re.IGNORECASE,
)
_REQUEST_TAIL = re.compile(r"(?:可以吗|行吗|好吗|好不好|行不行|可以不|okay|ok)\s*$", re.IGNORECASE)

_HYPOTHETICAL = re.compile(
    r"^(?:那|就|我想|我在想|在想|你说|比如|打个比方)?[\s,，]*(?:如果|要是|假如|假设|假使|万一|若是|倘若|哪天|等我|除非)"
    r"|(?:如果|要是|假如|万一|倘若).{1,30}(?:的话|怎么办|呢$)|的话(?:就|，|,|$)"
    r"|在想|在考虑|考虑(?:要|一下|中|着|看|搬|换|去|买)|还没(?:定|想好|决定)|说不定|也许|或许|可能(?:会|要|得)|有可能|打算|准备(?:要|搬|换|开)|计划(?:要|搬|换|开|在)|想(?:着|过)(?:要)?|将来|恨不得|好想|要是能"
    r"|(?:早晚|迟早|改天|哪天|将来|明年|下个月|下周|下礼拜|过几天|过段时间).{0,6}(?:搬|换|开|去|迁)|(?<!不)(?:快要|就要|正要|马上要|要)(?:搬(?!运|东西|货|重|上|下|家具)|迁|换工作)"
)
_HYPOTHETICAL_EN = re.compile(
    r"^(?:what if|if|suppose|supposing|imagine|say i|let's say|in case|unless|once|when i|hypothetically)\b"
    r"|\b(?:might|may(?:be)?|perhaps|possibly|thinking (?:of|about)|considering|planning (?:to|on)|plan to|(?:it|that|this|which) would be|would (?:have|like to move|love to move|move)|wish i|dream(?:ing)? of|if i|if we|not sure|haven't decided|going to move|about to move|will move|i'm moving|we're moving|moving (?:house )?next|could move|want to move)\b",
    re.IGNORECASE,
)
_RECURS = (
    r"下雨|下雪|刮风|台风|雨天|雪天|晴天|天气|天热|天冷|高温|降温|夏天|冬天|晚上|夜里|夜间|周末|周[一二三四五六日天]|早上|节假日|过节|旺季|淡季|大件|重货|轻货|易碎|贵重|冻货|货多|货少|货不多|东西多|东西少|件数|超过|不够|没空|有空"
    r"|在家|不在|没人|打不通|没接|赶时间|急单|急件|着急|搬家|堵车|人多|加班|量大|单子|的货|装不下|没有他|空闲"
)
_RECURS_EN = r"rain|snow|storm|weather|hot|cold|weekend|evening|night|heavy|fragile|large|big|bulky|small|urgent|busy|nobody|no one|not home|away|don't answer|do not answer|no answer|available|free|possible|crates?|pallets?|orders?|boxes|prints?|frames?|peak|holiday"
_NAMED_CONDITION = re.compile(
    r"(?:如果|要是|只要|只有|除非|每逢|逢|每当|但凡|凡是|一到|一旦|碰到|碰上|遇到|遇上|赶上)(?P<open>[^,，]{1,16}?)(?:的话|的时候|时)?(?=[,，]|就|才|都|$)"
    r"|^(?:我们?)?(?P<close>[^,，]{1,10}?)(?:的话|的时候|时候|时(?!间|段))(?=[,，]|就|才|都|请|要|给|别|再|用|叫|派)"
    r"|^(?:我们?)?(?P<day>(?:下雨|下雪|大雨|雨|雪|阴|热|冷|高温|恶劣|坏|晴)天(?:气)?)"
)
_CONDITION_EN = re.compile(
    r"\b(?:if|when|whenever|only when|only if|in case|unless|once)\s+(?P<open>[^,]{2,40}?)(?=,|$|\s+(?:then|please|send|use|call)\b)"
    r"|^(?:for|on|with)\s+(?P<close>[a-z][\w\s'-]{2,30}?)(?=,|\s+(?:still|always|only|use|send|please|i (?:need|want|prefer|use)|it must|a )\b)",
    re.IGNORECASE,
)
_RECURRING = re.compile(_RECURS)
_RECURRING_EN = re.compile(rf"\b(?:{_RECURS_EN})", re.IGNORECASE)
_LIFE_CHANGE = re.compile(
    r"我(?:们)?(?:是|有|自己有|中|发财|搬|开|买|换|去|生|怀|住|养|当)|自己(?:有|买)|不用找你们|搬到|搬去|开到|开在|中奖|\bi (?:was|were|had|opened|moved|won|bought|shipped)\b|were (?:to|rich)",
    re.IGNORECASE,
)

_KIN = (
    r"爸妈|爸爸?|妈妈?|父母|父亲|母亲|爷爷|奶奶|姥姥|姥爷|外公|外婆|老公|老婆|媳妇儿?|堂客|婆娘|太太|爱人|对象|男朋友|女朋友|男友|女友|儿媳妇?|儿子|女儿|闺女|孩子|小孩|宝宝|娃儿?|孙子|孙女|女婿|丈母娘|岳父|岳母|婆婆|公公"
    r"|哥哥?|姐姐?|弟弟?|妹妹?|妹子|妹夫|姐夫|表[哥姐弟妹]|堂[哥姐弟妹]|叔叔?|舅舅?|舅妈|姑姑?|姨妈?|阿姨|婶婶?|嫂子|侄[子女]|外甥"
    r"|朋友|闺蜜|上司|下属|手下|上级|下级|组长|学生|徒弟|同事|同学|邻居|室友|老板(?!的?货)|领导|客户|顾客|合伙人|亲戚|房东|员工|工人|财务|助理|老乡|战友|供货商|隔壁|前任|家人"
)
_OTHER = re.compile(
    rf"^(?:(?:我|我们|咱们?|俺)(?:的|家|公司|店里?)?(?:那个|有个|一个|个)?|有个|一个|帮|替|给)?(?:小|大|老|二|三)?(?:{_KIN})(?!都?可以|们?能|你好)"
    r"|^(?:他|她|它|他们|她们|人家|别人|有人|对方|大家|谁|某人|听说|据说)"
    r"|^(?:收件人|收货人|提货人|联系人|收货方|对接人)(?:写|是|填|改成|[:：]|叫)?\s?(?!.{0,2}我|就?写?我|<)"
    r"|^(?:你|您|你们)(?:住|家|公司|对|喜欢|是不是)",
)
_NEIGHBOUR = re.compile(
    r"^(?:我|我们|我家)?(?:对门|对面|隔壁|楼[上下]|同村|街坊)(?:的|那家|那户|那个|那位|邻居|家)"
    r"|^(?:我|我们|俺|咱们?)有(?:一?个|位|些|几个|一些)(?:老|大|小)?(?:朋友|同事|客户|顾客|邻居|同学|室友|老乡|亲戚|领导|熟人)"
)
_FOR_SELF = re.compile(
    r"(?:给|帮|替|送|陪|教)(?:了)?(?:我|俺|咱)(?!们?(?:说|讲))|\b(?:got|gave|bought|sent|made|lent) (?:me|us)\b|\bfor (?:me|us)\b",
    re.IGNORECASE,
)
_OTHER_EN = re.compile(
    r"^(?:(?:my|our|his|her|their|a|the)\s+(?:\w+\s+)?(?:mom|mum|mother|father|dad|parents?|husband|wife|son|daughter|kids?|child|children|baby|sister|brother|friend|best friend|colleague|co-?worker|boss|neighbou?r|roommate|flatmate|cousin|aunt|uncle"
    r"|grand\w+|partner|client|customer|landlord|assistant|girlfriend|boyfriend|mate|employee|supplier|tenant|guard)\b|(?:he|she|they|someone|somebody|people|everyone)\b|(?:he|she|they)['’]|you (?:live|are|like)\b)",
    re.IGNORECASE,
)
_HEARSAY = re.compile(
    rf"^(?:(?:我|我们)(?:的|家)?(?:那个|有个|一个|个)?)?(?:{_KIN}|有人|别人|人家|大家|网上)[^,，]{{0,6}}?(?:说|讲|觉得|告诉|反映|吐槽|抱怨)|^(?:我)?(?:听说|据说|听(?:别人|人家|朋友)(?:说|讲))|^(?:你们?|您)(?:刚才|刚刚|上次|之前|那边)?(?:说|写|讲|发)(?:过|了|的)?[:：,，]?[“\"「『]"
    r"|^(?:my|a|our|some|his|her)\s+\w+(?:\s\w+)?\s+(?:says?|said|thinks?|told|complain(?:s|ed))\b|^(?:i heard|people say|they say|apparently)\b"
    r"|^you (?:just )?(?:said|wrote|told me|claim(?:ed)?)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"^(?:我|也|又|这|那|其实)*(?:不是|并不是|并非|没说|没有说|不代表|谈不上|不等于|不觉得|不认为|不信)(?!.{0,12}(?:而是))|^(?:你|你们)(?:还)?(?:以为|当我|觉得我)|^谁(?:说|告诉)|^(?:it['’]s not that|not that|i didn['’]t say|i['’]m not saying|i never said|i don['’]t think|who says)\b",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"^(?:我|俺|咱|本人|以后|今后|下次|别|不要|莫|请|麻烦|改成|改为|记得|帮我|给我|[iI]\b|[iI]['’]|my\b|we\b|our\b|please\b|from now on)",
    re.IGNORECASE,
)
_SELF_KIN = re.compile(r"^我(?:是|有|就|也|还|自己|这|住|对|家(?!人|属))")

_IRONY = re.compile(
    r"呵呵|(?:真是|可真|真的)(?:太|够|是)?.{0,6}(?:棒|好|厉害|专业|准时|贴心|优秀|牛|快|行|可以)(?:了呢|呢|了哈)(?:$|[,，。!！😊🙂🙃])|真有(?:文化|素质|本事|你的|意思)"
    r"|(?:可真|真是?|好一个|很)[“\"‘'][^”\"’']{1,6}[”\"’']|打发叫花子|谢谢你们?.{0,6}(?:让|害|把)我|真(?:会|能)(?:做生意|赚钱|省事)|开打印店|是我的爱好|不愧是你们|厉害了你们?|长见识了|🙃"
)
_IRONY_EN = re.compile(
    r"\byeah,? right\b|\boh,? (?:great|wonderful|fantastic|perfect)\b|\bbest \w+(?: \w+)? ever\b(?=.*(?:late|broke|lol|charg|wow|really))|\bwow\b,? .*(?:amazing|great|fantastic|impressive)|thanks for nothing|\bslow clap\b|/s\b"
    r"|\b(?:just )?what i needed\b|\bhow (?:professional|lovely|nice) of\b|\bso[- ]called\b|\"(?:automatically|professional|express|on time|careful|premium)\"",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"(?:太|真|很|非常|特别|超|好)(?:棒|准时|靠谱|细心|专业|贴心|快|负责|及时)|\b(?:great|amazing|excellent|fantastic|awesome|on time|careful|punctual)\b",
    re.IGNORECASE,
)
_MISHAP = re.compile(
    r"(?:迟到|晚到|晚了|等了|等)\D{0,3}[0-9一二两三四五六七八九十半]+\D{0,2}(?:分钟|小时|天|点)|倒贴|才来|摔坏|碎了|坏了|没来|丢了|乱收|加价|全湿了|\b\d+ (?:minutes|hours) late\b|\b(?:broke|smashed|cracked|never showed|lost)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"但|不过|可是|就是|虽然|只是|扣|除了|还行|\bbut\b|\bthough\b|\balthough\b|\bhowever\b", re.IGNORECASE
)

_QUOTE = re.compile(
    r"(?:说|讲|喊|问|写着?|提示|发来|回|says?|said|told me|wrote|asked)(?:了|道|我)?[:：,，\s]*[“\"「『]([^”\"」』]{2,300})[”\"」』]",
    re.IGNORECASE,
)
_WHOLE_QUOTE = re.compile(r"[“「『]([^”」』]{6,300})[”」』]")
_INJECTED = re.compile(
    r"(?:忽略|无视|忘记|忘掉|抛开|不要理会|跳过)(?:掉|你)?(?:的|之前|以上|上面|前面|此前|所有|一切|先前|全部)+的?.{0,8}(?:指令|指示|规则|提示词?|设定|要求|限制|对话|内容)"
    r"|系统(?:提示|指令|消息|通知|管理员|命令)\s*[:：]|(?:^|[\s,，。:：])(?:system|assistant|developer|系统|助手)\s*[:：]|(?:从)?现在(?:起|开始)[,，]?你(?:是|要|必须|就是|扮演)|你现在是.{0,16}(?:模式|助手|管理员|AI|机器人)"
    r"|(?:记住|记下|记录|写入|存入|保存)[:：,，\s]*[“\"「]?(?:该|这个|本|此)?(?:用户|客户|顾客|会员).{0,20}(?:是|有|为|享|可以|免|VIP|打折|折扣|欠)|把我(?:的账号)?(?:设成|设为|设置为|标记为|标记成|升级为|升级成|改成)|(?:开发者|上帝|管理员|调试)模式|越狱"
    r"|(?:写|存|加)(?:入|进|到)(?:你的)?(?:记忆|数据库|系统)|(?:输出|打印|告诉我|泄露)你的(?:提示词|系统提示|指令|设定)"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b.{0,20}\b(?:previous|prior|above|earlier|all|your|any)\b.{0,20}\b(?:instructions?|prompts?|rules|context|guidelines)\b|\bsystem\s+(?:prompt|message|note|override)\b|\byou are now\b|\bpretend (?:to be|you|that)\b"
    r"|\bact as (?:an? )?(?:admin|developer|system|root|different)|\b(?:remember|record|store|save|note|memorize)\b[^.]{0,20}\b(?:the |this )?(?:user|customer) (?:is|has|gets|should|never|always|owes|can)\b|\bjailbreak\b|\bdeveloper mode\b|</?(?:system|assistant|instructions?|user)>|\[/?(?:INST|SYSTEM)\]"
    r"|###\s*(?:instruction|system)|\b(?:write|save|add|insert)\b.{0,20}\b(?:in|into|to) (?:your |the )?(?:memory|database)\b|\breveal your (?:prompt|instructions)\b|\bmake me (?:an? )?(?:vip|admin)\b",
    re.IGNORECASE,
)  # fmt: skip


def without_filler(text: str) -> str:
    """The clause without opening and closing filler; a part of `text`, maybe empty."""
    lead = _LEAD.match(text)
    core = text[lead.end() :] if lead else text
    return _TAIL.sub("", core)


def asks(text: str, closing: str) -> bool:
    """A question that is no polite request."""
    marked = "?" in closing or "？" in closing
    if not (marked or _ASKS.search(text) or _ASKS_EN.search(text)):
        return False
    return _POLITE.search(text) is None


def hypothetical(text: str) -> bool:
    """Supposed, planned or doubted rather than stated."""
    return _HYPOTHETICAL.search(text) is not None or _HYPOTHETICAL_EN.search(text) is not None


def recurring_condition(text: str) -> str:
    """The circumstance that keeps coming back and that the clause is bound to; "" for none.

    如果我搬家 is a supposition, 下雨天 a circumstance.
    """
    if _LIFE_CHANGE.search(text):
        return ""
    for pattern in (_NAMED_CONDITION, _CONDITION_EN):
        match = pattern.search(text)
        found = next((group for group in match.groups() if group), "") if match else ""
        if found and (_RECURRING.search(found) or _RECURRING_EN.search(found)):
            return found.strip()
    return ""


def about_other(text: str) -> bool:
    """The clause's subject is somebody else, or it tells what others said."""
    if _NEIGHBOUR.match(text):
        return True
    if _SELF_KIN.match(text):
        return False
    return _OTHER.match(text) is not None or _OTHER_EN.match(text) is not None


def hearsay(text: str) -> bool:
    """What others say, told indirectly."""
    return _HEARSAY.search(text) is not None


def denied(text: str) -> bool:
    """Denies something instead of stating it (不是李师傅不好)."""
    return _DENIED.search(text) is not None


def done_for_self(text: str) -> bool:
    """Somebody does something for the customer, whom the next clause may well be about: 女儿给我买了助听器."""
    return _FOR_SELF.search(text) is not None


def about_self(text: str) -> bool:
    """The clause names the customer as its subject."""
    return _SELF.match(text) is not None


def ironic(text: str) -> bool:
    """Meant the other way round: a marker of irony, or praise beside a mishap without a 'but'."""
    if _IRONY.search(text) or _IRONY_EN.search(text):
        return True
    return bool(_PRAISE.search(text) and _MISHAP.search(text) and not _CONTRAST.search(text))


def quoted_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the turn repeats somebody's words between quotation marks."""
    found = [match.span(1) for match in _QUOTE.finditer(text)]
    return tuple(found + [match.span(1) for match in _WHOLE_QUOTE.finditer(text)])


def injected(text: str) -> bool:
    """The turn tries to give orders to the system behind the bot."""
    return _INJECTED.search(text) is not None

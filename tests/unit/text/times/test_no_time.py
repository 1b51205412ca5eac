"""What holds a word or a number of time and tells none."""

import pytest

from tests.unit.text.times.reading import expressions

CHINESE = """
服务一点都不好
等一会儿再说
他很年轻
三天两头出问题
一天到晚打电话
等了半天没人接
星期八见
我有一点意见
我说两点。
有三点要求
第三点是价格
三点五米长的柜子
打八点五折
5号楼3单元
3号线地铁站
92号汽油
在1号店买的
长安街5号
我住在翠屏北里12号
望京西路8号
解放南路10-7号
下沙18号大街
重庆路其仓11号
金沙花园8-10-1109
订单号20240905
单号：20240905001
电话13800138000
138-1234-5678
价格3.5元
版本1.2.3
192.168.1.1
v2.10.5
2024款车型
百分之五十
三分之二
2/3的货
屏幕比例16:9
比分3:2
三年级的孩子
一日三餐
上海今日头条总部
《明日之后》
早上好
晚上好，师傅
早点到，别晚点
马上到
千年古城
小时候住这里
同时下两单
有时会迟到
当时很生气
上门取货
本人签收
日本料理
十一个箱子
十一楼
八一路
五一广场
三八线
618元
扣了3分
哪天方便
几点送到
第一次用
初三学生
下雪了，小雪
雨水太多
王国庆的电话
黎明西路
圣诞树
元旦快乐
中秋月饼
四周都是人
周到的服务
周转箱
一月饼
愉快的夜晚
整天下雨
同一天生日
共同分享
村上春树
2月30日
2023年2月29日
<door:ab2cdefg>
"""
ENGLISH = """
may I ask something
You may call me
they march on
just a second
wait a minute
the second box
I sat on the sofa
he sat at the table
the sun is hot
good morning
Good night!
24/7 support
version 1.2.3
order 20240905001
it costs $5
5 boxes
I have 3 kids
room 1203
at 5 Main Street
10% off
he is 5 years old
a 5-year-old boy
twice a week
$50 an hour
60 miles an hour
day by day
one day he will come
next door
my last name
this is fine
a spring mattress
it will fall off the truck
at first
on time
half the boxes
a quarter pounder
I will be back
the earlier driver was better
the 3rd floor
3/4 of the load
1/2 cup
ratio 3:2
SKU 2024-AB
unit 5
a weekly report
people of the century
the night shift
my son is 12
up to 5 tons
from 3 to 5 boxes
between 10 and 20 kg
calculate_monthly_total
a quiet weekend
an awesome night of music
"""


@pytest.mark.parametrize("text", [line for table in (CHINESE, ENGLISH) for line in table.strip().splitlines()])
def test_tells_no_time(text: str) -> None:
    assert expressions(text) == ()

"""What customers ship, by the class that decides how it travels; words parted by spaces, singular in English."""

# ruff: noqa: E501 (word lists are read by the screen, not by the line)

from enum import StrEnum


class GoodsClass(StrEnum):
    """Handling classes."""

    FRAGILE = "fragile"
    FURNITURE = "furniture"
    APPLIANCE = "appliance"
    COLD = "cold"
    PET = "pet"
    HAZARDOUS = "hazardous"
    CLOTHING = "clothing"
    FOOD = "food"
    PLANT = "plant"
    MACHINERY = "machinery"
    ELECTRONICS = "electronics"
    BUILDING_MATERIAL = "building_material"
    INSTRUMENT = "instrument"
    DOCUMENTS = "documents"
    WINE = "wine"
    MEDICINE = "medicine"
    ARTWORK = "artwork"
    AUTO_PARTS = "auto_parts"
    SPORTS = "sports"
    TOYS = "toys"
    DAILY_GOODS = "daily_goods"


WORDS: dict[GoodsClass, tuple[str, str]] = {
    GoodsClass.COLD: (
        """
        冻货 冻品 冷冻食品 冷冻肉 冷冻海鲜 冷冻品 冰鲜 生鲜 冻肉 冻牛肉 冻羊肉 冻猪肉 冻鸡肉 冻鸡 冻鱼 冻虾 冻鸭 冻鸡腿 冷鲜肉 鲜肉 牛羊肉 海鲜 海产 水产 活鱼 活虾
        大闸蟹 螃蟹 龙虾 小龙虾 生蚝 扇贝 三文鱼 带鱼 虾仁 冰淇淋 冰激凌 雪糕 冰棍 毛肚 鸭肠 肥牛 肥牛卷 羊肉卷 速冻饺子 速冻水饺 速冻食品 速冻 汤圆 鲜奶 酸奶 低温奶 奶油 黄油
        疫苗 血液制品 冷藏药品 冰块 干冰 净菜 预制菜 冷链食品
        """,
        """
        frozen food, frozen goods, frozen meat, frozen fish, frozen seafood, frozen chicken, ice cream, popsicle, fresh produce, seafood, fresh meat, raw meat, chilled meat, yogurt, yoghurt,
        dairy, dairy product, shrimp, prawn, lobster, oyster, crab, salmon, dumplings frozen, vaccine, ice cube, dry ice, meal kit, perishable, frozen dumpling
        """,
    ),
    GoodsClass.HAZARDOUS: (
        """
        油漆 涂料 稀释剂 香蕉水 天那水 汽油 柴油 煤油 机油 润滑油 酒精 烟花 爆竹 鞭炮 烟花爆竹 煤气罐 液化气 液化气罐 氧气瓶 氧气罐 氮气瓶 乙炔 丙酮 化学品 化学试剂 试剂 危险品 危化品 危险化学品
        易燃品 易燃易爆 易燃物 锂电池 电池组 蓄电池 铅酸电池 电瓶 农药 杀虫剂 双氧水 硫酸 盐酸 硝酸 强酸 强碱 烧碱 胶水 树脂 油墨 打火机 消毒液 84消毒液 灭火器 充电宝 火柴 炸药 雷管
        """,
        """
        paint, thinner, solvent, gasoline, petrol, diesel, kerosene, chemical, lithium battery, car battery, fireworks, firework, firecracker, gas cylinder, gas tank, propane, propane tank, oxygen tank, acid,
        bleach, pesticide, hazardous material, hazmat, dangerous goods, flammable, explosive, lighter fluid, alcohol fuel, reagent
        """,
    ),
    GoodsClass.WINE: (
        "红酒 白酒 啤酒 洋酒 葡萄酒 黄酒 米酒 酒水 茅台 五粮液 香槟 威士忌 清酒 散酒 果酒",
        "wine, red wine, white wine, beer, liquor, whisky, whiskey, champagne, baijiu, spirits, vodka, keg, sake",
    ),
    GoodsClass.FRAGILE: (
        """
        易碎品 易碎物品 易碎的东西 玻璃 玻璃杯 玻璃瓶 玻璃制品 玻璃柜 玻璃门 玻璃器皿 玻璃酒杯 高脚杯 酒杯 陶瓷 陶瓷杯 陶瓷杯盘 陶瓷花器 陶瓷瓶 陶瓷制品 瓷器 瓷碗 瓷盘 花瓶 镜子 穿衣镜 台灯 灯具 吊灯 水晶灯 落地灯
        灯饰 灯管 陶艺 陶器 柴烧壶 紫砂壶 茶具 茶壶 茶杯 餐具 碗碟 碗盘 盘子 鱼缸 水族箱 水晶 琉璃 鸡蛋 蛋糕胚 相框 玻璃相框 石膏像 手办 模型 精密仪器 灯泡 马克杯 杯子 泡菜坛子 酒坛 坛子 瓦罐
        """,
        """
        framed print, glass, glassware, glass cabinet, glass door, wine glass, ceramic, pottery, mirror, porcelain, china set, dinnerware, tableware, crockery, dish set, lamp, chandelier, vase, fragile item, fragile goods,
        fragile stuff, fragile thing, breakable, crystal, aquarium, fish tank, egg, teapot, tea set, mug, light bulb, picture frame, photo frame, figurine, terrarium
        """,
    ),
    GoodsClass.ARTWORK: (
        "字画 油画 国画 画框 画作 艺术品 雕塑 古董 古玩 文物 摆件 根雕 玉器 玉石 屏风画 挂画 装裱画 书法作品 收藏品 青铜器",
        "painting, artwork, art piece, sculpture, statue, antique, canvas, oil painting, collectible, calligraphy scroll",
    ),
    GoodsClass.INSTRUMENT: (
        """
        钢琴 电钢琴 三角钢琴 立式钢琴 吉他 电吉他 贝斯 古筝 古琴 琵琶 二胡 扬琴 架子鼓 电子鼓 大提琴 小提琴 提琴 萨克斯 长笛 小号 电子琴 手风琴 乐器 音响 音箱 调音台 功放 定音鼓 马林巴
        """,
        """
        piano, upright piano, grand piano, digital piano, keyboard piano, guitar, electric guitar, bass guitar, drum kit, drum set, drum, cello, violin, viola, double bass, harp, saxophone, flute, trumpet, trombone,
        accordion, musical instrument, amplifier, guzheng, erhu, pipa, marimba, timpani
        """,
    ),
    GoodsClass.APPLIANCE: (
        """
        冰箱 冰柜 冷柜 展示柜 双开门冰箱 对开门冰箱 洗衣机 电视 电视机 空调 空调外机 空调柜机 挂机 微波炉 烘干机 热水器 电饭煲 电饭锅 烤箱 蒸烤箱 油烟机 抽油烟机 燃气灶 煤气灶 洗碗机 消毒柜 饮水机 净水器 空气净化器 加湿器 除湿机
        电风扇 风扇 暖气片 取暖器 电暖器 吸尘器 扫地机器人 扫地机 按摩椅 跑步机 咖啡机 榨汁机 破壁机 空气炸锅 电磁炉 家电 电器 家用电器 大家电 小家电 壁挂炉 投影仪 缝纫机 制冰机
        """,
        """
        fridge, refrigerator, freezer, chest freezer, washing machine, washer, tv, television, flat screen, dryer, tumble dryer, oven, microwave, stove, cooker, dishwasher, air conditioner, ac unit, water heater, heater, fan, vacuum cleaner,
        appliance, home appliance, treadmill, massage chair, coffee machine, espresso machine, rice cooker, air fryer, air purifier, humidifier, range hood, water dispenser, projector, sewing machine, ice machine
        """,
    ),
    GoodsClass.ELECTRONICS: (
        """
        LED屏 led屏 显示屏 大屏 电脑 台式机 台式电脑 笔记本电脑 主机 服务器 机柜 交换机 路由器 显示器 手机 手机配件 手机壳 平板电脑 打印机 复印机 扫描仪 摄像头 监控设备 监控 相机 摄影器材 镜头 电子元件 电子元器件 元器件 芯片
        电路板 线路板 主板 显卡 电子产品 数码产品 数码配件 耳机 充电器 数据线 电缆 线缆 无人机 电子秤 收银机 POS机 一体机 硬盘 键盘 游戏机 弱电设备 灯光设备 灯光 舞台设备
        """,
        """
        LED screen, LED panel, computer, desktop computer, laptop, pc, server, server rack, monitor, electronics, electronic component, phone, phone case, cell phone, smartphone, tablet, printer, copier, photocopier, scanner, camera, lens, router,
        circuit board, chip, motherboard, graphics card, headphone, charger, cable, drone, hard drive, game console, stage light, lighting gear, lighting equipment, sound equipment, pa system, pos terminal
        """,
    ),
    GoodsClass.FURNITURE: (
        """
        家具 家私 沙发 布艺沙发 皮沙发 双人床 单人床 上下床 高低床 婴儿床 儿童床 折叠床 床架 床板 床垫 床头柜 床铺 席梦思 榻榻米 衣柜 大衣柜 衣橱 书柜 书架 书桌 办公桌 办公椅 电脑桌 电脑椅 老板椅 转椅 餐桌 餐椅 餐桌椅 会议桌 桌子 桌椅
        课桌 课桌椅 椅子 凳子 板凳 茶几 茶台 茶桌 玄关柜 鞋柜 电视柜 酒柜 橱柜 斗柜 五斗柜 梳妆台 红木柜 红木柜子 红木家具 红木沙发 实木家具 柜子 文件柜 保险柜 货架 展柜 柜台 收银台 屏风 衣架 吊椅 躺椅 摇椅 藤椅 置物架 铁架床 办公家具 储物柜 大理石桌
        """,
        """
        furniture, sofa, sofa bed, couch, loveseat, sectional, bed, bed frame, bunk bed, crib, mattress, wardrobe, closet, armoire, bookcase, bookshelf, shelf, shelving unit, desk, office chair, office desk, table, dining table, coffee table,
        conference table, chair, armchair, recliner, stool, bench, dresser, chest of drawers, drawer, nightstand, cabinet, filing cabinet, cupboard, sideboard, tv stand, vanity, ottoman, futon, headboard, rack, safe, display case, counter
        """,
    ),
    GoodsClass.CLOTHING: (
        """
        服装 衣服 衣物 童装 女装 男装 校服 工作服 工服 羽绒服 冬装 布料 布匹 面料 坯布 窗帘 窗帘布 窗帘布料 汗衫 鞋 鞋子 鞋类 皮鞋 运动鞋 样衣 裤子 裙子 婚纱 礼服 汉服 皮草 皮革 皮料 箱包 包包 袜子 内衣 毛衣 针织品 毛线 纱线 辅料 拉链 纽扣 床品 被子 棉被 被褥 四件套 毛毯 地毯 毛巾 戏服
        """,
        """
        clothes, clothing, garment, apparel, textile, fabric, cloth, shoe, sneaker, boot, dress, wedding dress, gown, costume, uniform, jacket, down jacket, coat, sock, sweater, yarn, leather, handbag, luggage, suitcase, bedding, duvet, quilt, blanket, curtain, carpet, rug, towel, linen, sample garment
        """,
    ),
    GoodsClass.PLANT: (
        """
        绿植 盆栽 盆景 龟背竹 发财树 鲜花 花卉 花束 花篮 玫瑰 百合 蝴蝶兰 兰花 多肉 多肉植物 苗木 树苗 花苗 草皮 草坪 种子 仙人掌 琴叶榕 干花 永生花 植物 大树 桂花树 罗汉松 年桔 年宵花 绿萝
        """,
        "plant, potted plant, houseplant, flower, bouquet, floral arrangement, sapling, tree, seedling, turf, bonsai, succulent, orchid, rose, cactus, fern, fiddle leaf fig, shrub",
    ),
    GoodsClass.FOOD: (
        """
        水果 苹果 香蕉 西瓜 榴莲 草莓 葡萄 橙子 荔枝 芒果 车厘子 樱桃 蔬菜 白菜 土豆 洋葱 大蒜 生姜 番茄 西红柿 辣椒 粮油 大米 米面 面粉 食用油 花生油 菜籽油 玉米 大豆 豆制品 豆腐 零食 食品 饮料 矿泉水 桶装水 牛奶 奶粉 奶茶 奶茶原料 调料 调味品 酱油 醋 火锅料 火锅底料
        卤味 卤料 蛋糕 面包 糕点 点心 月饼 饼干 糖果 巧克力 茶叶 咖啡豆 咖啡 干货 坚果 瓜子 腊肉 香肠 熟食 盒饭 盒餐 快餐 团餐 便当 外卖 菜品 早餐 馒头 包子 粽子 蜂蜜 方便面 罐头 土特产 特产 年货 农产品 食材 饲料 猪饲料 鸡饲料 粮食 药材 中药材
        """,
        """
        fruit, apple, banana, watermelon, durian, strawberry, grape, orange, mango, cherry, vegetable, potato, onion, tomato, grocery, rice, flour, cooking oil, snack, beverage, drink, soda, bottled water, milk, milk powder, cake, wedding cake, bread, pastry, baked goods, cookie, candy, chocolate, tea,
        coffee bean, coffee, dry goods, nut, sausage, sauce, soy sauce, spice, seasoning, meal, catering, lunch box, bento, noodle, instant noodle, canned food, honey, food, foodstuff, ingredient, grain, corn, soybean, animal feed
        """,
    ),
    GoodsClass.MEDICINE: (
        "药品 药 中药 西药 医疗器械 医疗设备 医疗用品 口罩 防护服 轮椅 病床 护理床 保健品 试剂盒 输液 器械 假肢 助行器",
        "medicine, medication, drug, pharmaceutical, medical equipment, medical device, medical supply, wheelchair, hospital bed, mask, supplement, vitamin, walker",
    ),
    GoodsClass.MACHINERY: (
        """
        机器 机械 机械零件 机械配件 机械设备 机床 车床 铣床 冲床 注塑机 设备 工业设备 健身设备 模具 模架 发动机 电机 马达 水泵 泵 压缩机 空压机 变压器 发电机 电窑 叉车 挖掘机 挖机 铲车 吊车 搅拌机 切割机 电焊机 焊机 印刷机 雕刻机 包装机 流水线 传送带 配电箱 配电柜 轴承 齿轮 阀门 液压缸 农机 拖拉机 收割机 锅炉 厨房设备
        """,
        """
        machine part, machinery, machine, machine tool, lathe, equipment, heavy equipment, industrial equipment, mould, mold, engine, motor, pump, compressor, transformer, generator, crate, forklift, excavator, crane part, welder, printing press, packaging machine, conveyor, conveyor belt, bearing, gear, valve,
        tractor, harvester, boiler, kiln, kitchen equipment, spare part, cnc machine
        """,
    ),
    GoodsClass.BUILDING_MATERIAL: (
        """
        建材 装修材料 装饰材料 瓷砖 地砖 墙砖 地板 木地板 水泥 沙子 河沙 黄沙 石子 砖头 红砖 钢材 钢管 钢筋 钢板 角钢 槽钢 型材 铝型材 铝材 铝合金 不锈钢 不锈钢管 铁管 铁架 木板 木材 木方 板材 密度板 胶合板 石膏板 桁架 脚手架 展架 展板 五金 五金件 石材 大理石 花岗岩 泥料 釉料 腻子粉 防水材料 保温材料 岩棉
        门窗 木门 防盗门 铝合金门窗 窗户 卫浴 马桶 浴缸 洗手盆 洗手台 水管 管材 电线 电线电缆 开关 灯箱 广告牌 KT板 亚克力 亚克力板 彩钢板 活动板房 隔断 墙纸 壁纸 涂料桶 混凝土 沥青 展会物料 展台 建筑垃圾 装修垃圾
        """,
        """
        building material, construction material, tile, floor tile, flooring, hardwood floor, cement, concrete, sand, gravel, brick, steel, steel pipe, steel beam, rebar, aluminum, aluminium, stainless steel, timber, lumber, plywood, board, drywall, plasterboard, truss, scaffold, scaffolding, display stand, marble, granite, stone slab, hardware,
        door, window, toilet, bathtub, sink, pipe, pvc pipe, insulation, wallpaper, acrylic sheet, billboard, sign board, signage, exhibition material, trade show material, booth material, construction waste, debris
        """,
    ),
    GoodsClass.AUTO_PARTS: (
        "汽配 汽车配件 汽车零部件 汽车零件 轮胎 轮毂 保险杠 车门 变速箱 刹车片 座椅 车灯 挡风玻璃 电动车 自行车 摩托车 平衡车 滑板车 共享单车",
        "auto part, car part, tire, tyre, wheel hub, bumper, windshield, gearbox, brake pad, car seat, motorbike, motorcycle, bicycle, bike, e-bike, scooter",
    ),
    GoodsClass.SPORTS: (
        "健身器材 健身器械 哑铃 杠铃 动感单车 椭圆机 台球桌 乒乓球桌 乒乓球台 帐篷 皮划艇 桨板 冲浪板 滑雪板 高尔夫球包 渔具 露营装备 瑜伽垫",
        "gym equipment, fitness equipment, dumbbell, barbell, weights, exercise bike, elliptical, pool table, billiard table, ping pong table, tent, kayak, paddle board, surfboard, ski, snowboard, golf bag, fishing gear, camping gear, yoga mat",
    ),
    GoodsClass.TOYS: (
        "玩具 毛绒玩具 娃娃 积木 乐高 童车 婴儿车 气球 儿童用品 母婴用品 母婴产品 尿不湿 纸尿裤 盲盒 滑梯",
        "toy, plush toy, doll, lego, stroller, balloon, baby supply, diaper, board game",
    ),
    GoodsClass.PET: (
        """
        宠物 宠物笼 宠物箱 宠物用品 宠物猫 宠物狗 猫笼 狗笼 猫包 航空箱 猫爬架 猫砂 猫粮 狗粮 狗狗 小狗 大狗 大型犬 小型犬 猫咪 小猫 小动物 活物 活体 金毛 拉布拉多 鹦鹉 鸽子 乌龟 仓鼠 兔子 锦鲤 金鱼 活禽 活鸡 活鸭
        """,
        "pet, pet crate, dog crate, dog cage, cat carrier, pet cage, pet carrier, pet supply, pet food, dog, puppy, cat, kitten, parrot, bird cage, rabbit, hamster, turtle, tortoise, live animal, live fish, goldfish, koi, cat tree, litter box, cat litter, kibble",
    ),
    GoodsClass.DOCUMENTS: (
        """
        文件 文件袋 合同 档案 资料 标书 样册 画册 宣传册 宣传单 传单 图纸 发票 票据 证件 书籍 图书 书本 教材 课本 试卷 杂志 报纸 印刷品 纸张 打印纸 名片 账本 卷宗 书
        """,
        "document, file, archive, contract, paperwork, paper, record box, brochure, catalogue, catalog, flyer, leaflet, blueprint, bid document, book, textbook, magazine, newspaper, printed matter, exam paper",
    ),
    GoodsClass.DAILY_GOODS: (
        """
        日用品 百货 日化 日化用品 洗衣液 洗发水 纸巾 卫生纸 抽纸 化妆品 护肤品 美妆 文具 办公用品 办公耗材 礼品 礼盒 伴手礼 包装盒 包装材料 纸箱 纸盒 泡沫箱 塑料制品 塑料桶 塑料袋 塑料颗粒 塑料件 快递件 快递包裹 包裹 行李 行李箱 被服 锅具 厨具 雨伞 饰品 首饰 假发 眼镜 道具 婚庆道具 婚庆用品 废纸 废品 纸板 托盘 快消品 电商货 零碎 杂物
        """,
        "daily necessity, household item, toiletry, detergent, shampoo, tissue, toilet paper, cosmetic, skincare, makeup, stationery, office supply, gift, gift box, gift basket, packaging, packaging material, carton, cardboard box, plastic, parcel, package, suitcases, cookware, kitchenware, umbrella, jewelry, jewellery, prop, wedding decoration, pallet",
    ),
}
"""Chinese words and English words of each class. Where two classes claim a word the first keeps it."""

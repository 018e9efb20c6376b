import type { StarterGroup } from './group.ts'

/** Columns as in `stocks-america.ts`. In Hong Kong each listing has its own board lot. */
// biome-ignore format: one line a group
export const asianStocks: readonly StarterGroup[] = [
  {
    class: 'stock', region: 'HK', exchange: 'HKEX', currency: 'HKD', step: '0.01', lot: 100, weight: 95,
    rows: `
700|410|Tencent Holdings Limited|腾讯控股|騰訊控股|100
9988|90|Alibaba Group Holding Limited|阿里巴巴-W|阿里巴巴-W|100
5|70|HSBC Holdings plc|汇丰控股|滙豐控股|400
1299|60|AIA Group Limited|友邦保险|友邦保險|200
941|70|China Mobile Limited|中国移动|中國移動|500
388|320|Hong Kong Exchanges and Clearing Limited|香港交易所|香港交易所|100
3690|170|Meituan|美团-W|美團-W|100
1810|28|Xiaomi Corporation|小米集团-W|小米集團-W|200
9618|150|JD.com, Inc.|京东集团-SW|京東集團-SW|50
1211|280|BYD Company Limited|比亚迪股份|比亞迪股份|500
939|6|China Construction Bank Corporation|建设银行|建設銀行|1000
1398|4.7|Industrial and Commercial Bank of China Limited|工商银行|工商銀行|1000
3988|3.7|Bank of China Limited|中国银行|中國銀行|1000
2318|46|Ping An Insurance (Group) Company of China, Ltd.|中国平安|中國平安|500
883|18|CNOOC Limited|中国海洋石油|中國海洋石油|1000
857|6|PetroChina Company Limited|中国石油股份|中國石油股份|2000
16|80|Sun Hung Kai Properties Limited|新鸿基地产|新鴻基地產|500
1|41|CK Hutchison Holdings Limited|长和|長和|500
2|65|CLP Holdings Limited|中电控股|中電控股|500
3|6.2|The Hong Kong and China Gas Company Limited|香港中华煤气|香港中華煤氣|1000
11|95|Hang Seng Bank, Limited|恒生银行|恒生銀行|100
27|37|Galaxy Entertainment Group Limited|银河娱乐|銀河娛樂|1000
66|27|MTR Corporation Limited|港铁公司|港鐵公司|500
981|25|Semiconductor Manufacturing International Corporation|中芯国际|中芯國際|500
9888|85|Baidu, Inc.|百度集团-SW|百度集團-SW|50
9999|130|NetEase, Inc.|网易-S|網易-S|100`,
  },
  {
    class: 'stock', region: 'CN', exchange: 'SSE', currency: 'CNY', step: '0.01', lot: 100, weight: 90,
    rows: `
600519|1550|Kweichow Moutai Co., Ltd.|贵州茅台|貴州茅台
601318|55|Ping An Insurance (Group) Company of China, Ltd.|中国平安|中國平安
600036|38|China Merchants Bank Co., Ltd.|招商银行|招商銀行
601398|6.1|Industrial and Commercial Bank of China Limited|工商银行|工商銀行
601857|8.2|PetroChina Company Limited|中国石油|中國石油
600900|28|China Yangtze Power Co., Ltd.|长江电力|長江電力
601012|17|LONGi Green Energy Technology Co., Ltd.|隆基绿能|隆基綠能
600276|48|Jiangsu Hengrui Pharmaceuticals Co., Ltd.|恒瑞医药|恒瑞醫藥
601888|70|China Tourism Group Duty Free Corporation Limited|中国中免|中國中免
600030|28|CITIC Securities Company Limited|中信证券|中信証券
688981|90|Semiconductor Manufacturing International Corporation|中芯国际|中芯國際|200`,
  },
  {
    class: 'stock', region: 'CN', exchange: 'SZSE', currency: 'CNY', step: '0.01', lot: 100, weight: 84,
    rows: `
300750|250|Contemporary Amperex Technology Co., Limited|宁德时代|寧德時代
000858|145|Wuliangye Yibin Co., Ltd.|五粮液|五糧液
002594|290|BYD Company Limited|比亚迪|比亞迪
000333|75|Midea Group Co., Ltd.|美的集团|美的集團
000001|11.5|Ping An Bank Co., Ltd.|平安银行|平安銀行
000002|9|China Vanke Co., Ltd.|万科A|萬科A
002415|31|Hangzhou Hikvision Digital Technology Co., Ltd.|海康威视|海康威視
300059|23|East Money Information Co., Ltd.|东方财富|東方財富`,
  },
  {
    class: 'stock', region: 'TW', exchange: 'TWSE', currency: 'TWD', step: '0.5', lot: 1000, weight: 74,
    rows: `
2330|1050|Taiwan Semiconductor Manufacturing Company Limited|台积电|台積電
2317|205|Hon Hai Precision Industry Co., Ltd.|鸿海|鴻海
2454|1250|MediaTek Inc.|联发科|聯發科
2308|390|Delta Electronics, Inc.|台达电|台達電
2882|67|Cathay Financial Holding Co., Ltd.|国泰金|國泰金||0.1`,
  },
  {
    class: 'stock', region: 'JP', exchange: 'TSE', currency: 'JPY', step: '1', lot: 100, weight: 78,
    rows: `
7203|2600|Toyota Motor Corporation|丰田汽车|豐田汽車
6758|2800|Sony Group Corporation|索尼集团|索尼集團
9984|9000|SoftBank Group Corp.|软银集团|軟銀集團
6861|68000|Keyence Corporation|基恩士|基恩士
8306|1600|Mitsubishi UFJ Financial Group, Inc.|三菱日联金融集团|三菱日聯金融集團
9432|150|Nippon Telegraph and Telephone Corporation|日本电信电话|NTT||0.1
7974|8000|Nintendo Co., Ltd.|任天堂|任天堂
9983|50000|Fast Retailing Co., Ltd.|迅销|迅銷
8035|23000|Tokyo Electron Limited|东京电子|東京電子`,
  },
  {
    class: 'stock', region: 'KR', exchange: 'KRX', currency: 'KRW', step: '100', lot: 1, weight: 72,
    rows: `
005930|58000|Samsung Electronics Co., Ltd.|三星电子|三星電子
000660|190000|SK hynix Inc.|SK海力士|SK海力士
005380|220000|Hyundai Motor Company|现代汽车|現代汽車
035420|170000|NAVER Corporation|NAVER|NAVER
051910|320000|LG Chem, Ltd.|LG化学|LG化學`,
  },
  {
    class: 'stock', region: 'IN', exchange: 'NSE', currency: 'INR', step: '0.05', lot: 1, weight: 76,
    rows: `
RELIANCE|1300|Reliance Industries Limited|信实工业|信實工業
TCS|4100|Tata Consultancy Services Limited|塔塔咨询|塔塔諮詢
HDFCBANK|1700|HDFC Bank Limited|HDFC银行|HDFC銀行
INFY|1850|Infosys Limited|印孚瑟斯|印孚瑟斯
ICICIBANK|1250|ICICI Bank Limited|ICICI银行|ICICI銀行
HINDUNILVR|2500|Hindustan Unilever Limited|印度斯坦联合利华|印度斯坦聯合利華`,
  },
  {
    class: 'stock', region: 'SG', exchange: 'SGX', currency: 'SGD', step: '0.01', lot: 100, weight: 62,
    rows: `
D05|39|DBS Group Holdings Ltd|星展集团|星展集團
O39|15.5|Oversea-Chinese Banking Corporation Limited|华侨银行|華僑銀行
U11|33|United Overseas Bank Limited|大华银行|大華銀行
Z74|3.1|Singapore Telecommunications Limited|新加坡电信|新加坡電訊`,
  },
  {
    class: 'stock', region: 'TH', exchange: 'SET', currency: 'THB', step: '0.25', lot: 100, weight: 52,
    rows: `
PTT|33|PTT Public Company Limited|泰国国家石油|泰國國家石油
AOT|61|Airports of Thailand Public Company Limited|泰国机场|泰國機場
CPALL|63|CP ALL Public Company Limited|CP All（正大零售）|CP All
KBANK|150|Kasikornbank Public Company Limited|开泰银行|開泰銀行`,
  },
  {
    class: 'stock', region: 'PH', exchange: 'PSE', currency: 'PHP', step: '0.5', lot: 10, weight: 46,
    rows: `
SM|900|SM Investments Corporation|SM投资|SM投資
BDO|150|BDO Unibank, Inc.|BDO联合银行|BDO聯合銀行
ALI|30|Ayala Land, Inc.|阿亚拉置地|阿亞拉置地||0.05
TEL|1400|PLDT Inc.|菲律宾长途电话|菲律賓長途電話`,
  },
  {
    class: 'stock', region: 'VN', exchange: 'HOSE', currency: 'VND', step: '100', lot: 100, weight: 46,
    rows: `
VCB|92000|Joint Stock Commercial Bank for Foreign Trade of Vietnam|越南外贸银行|越南外貿銀行
VNM|65000|Vietnam Dairy Products Joint Stock Company|越南乳业|越南乳業
FPT|135000|FPT Corporation|FPT|FPT
HPG|26500|Hoa Phat Group Joint Stock Company|和发集团|和發集團`,
  },
  {
    class: 'stock', region: 'MY', exchange: 'MYX', currency: 'MYR', step: '0.01', lot: 100, weight: 50,
    rows: `
MAYBANK|10.2|Malayan Banking Berhad|马来亚银行|馬來亞銀行
PBBANK|4.4|Public Bank Berhad|大众银行|大眾銀行
TENAGA|14|Tenaga Nasional Berhad|马来西亚国家能源|馬來西亞國家能源
CIMB|8|CIMB Group Holdings Berhad|联昌国际|聯昌國際`,
  },
  {
    class: 'stock', region: 'ID', exchange: 'IDX', currency: 'IDR', step: '25', lot: 100, weight: 50,
    rows: `
BBCA|10000|PT Bank Central Asia Tbk|中亚银行|中亞銀行
BBRI|4600|PT Bank Rakyat Indonesia (Persero) Tbk|印尼人民银行|印尼人民銀行||10
TLKM|2800|PT Telkom Indonesia (Persero) Tbk|印尼电信|印尼電訊||10
ASII|5000|PT Astra International Tbk|阿斯特拉国际|阿斯特拉國際`,
  },
  {
    class: 'stock', region: 'AU', exchange: 'ASX', currency: 'AUD', step: '0.01', lot: 1, weight: 64,
    rows: `
BHP|41|BHP Group Limited|必和必拓|必和必拓
CBA|150|Commonwealth Bank of Australia|澳洲联邦银行|澳洲聯邦銀行
CSL|285|CSL Limited|CSL|CSL
WES|70|Wesfarmers Limited|西农集团|西農集團`,
  },
  {
    class: 'stock', region: 'NZ', exchange: 'NZX', currency: 'NZD', step: '0.01', lot: 1, weight: 44,
    rows: `
FPH|37|Fisher & Paykel Healthcare Corporation Limited|费雪派克医疗|費雪派克醫療
AIA|7.4|Auckland International Airport Limited|奥克兰机场|奧克蘭機場
SPK|3|Spark New Zealand Limited`,
  },
  {
    class: 'stock', region: 'SA', exchange: 'TADAWUL', currency: 'SAR', step: '0.02', lot: 1, weight: 56,
    rows: `
2222|27|Saudi Arabian Oil Company|沙特阿美|沙特阿美
1120|90|Al Rajhi Banking and Investment Corporation|拉吉希银行|拉吉希銀行
2010|72|Saudi Basic Industries Corporation|沙特基础工业|沙特基礎工業`,
  },
]

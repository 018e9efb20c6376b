import type { StarterGroup } from './group.ts'

/** Columns: code | start price of the simulator | name | 简体 | 繁體 | lot | price step. The last two are optional. */
// biome-ignore format: one line a group
export const americanStocks: readonly StarterGroup[] = [
  {
    class: 'stock', region: 'US', exchange: 'NASDAQ', currency: 'USD', step: '0.01', lot: 1, weight: 100,
    rows: `
AAPL|230|Apple Inc.|苹果|蘋果
MSFT|420|Microsoft Corporation|微软|微軟
NVDA|130|NVIDIA Corporation|英伟达|英偉達
GOOG|170|Alphabet Inc. Class C|谷歌-C|谷歌-C
GOOGL|168|Alphabet Inc. Class A|谷歌-A|谷歌-A
AMZN|190|Amazon.com, Inc.|亚马逊|亞馬遜
META|560|Meta Platforms, Inc.|Meta|Meta
TSLA|250|Tesla, Inc.|特斯拉|特斯拉
AVGO|170|Broadcom Inc.|博通|博通
COST|900|Costco Wholesale Corporation|开市客|Costco
NFLX|700|Netflix, Inc.|奈飞|Netflix
AMD|150|Advanced Micro Devices, Inc.|超威半导体|超微半導體
INTC|23|Intel Corporation|英特尔|英特爾
QCOM|165|QUALCOMM Incorporated|高通|高通
CSCO|55|Cisco Systems, Inc.|思科|思科
ADBE|500|Adobe Inc.|奥多比|奧多比
PEP|170|PepsiCo, Inc.|百事公司|百事公司
TXN|200|Texas Instruments Incorporated|德州仪器|德州儀器
SBUX|97|Starbucks Corporation|星巴克|星巴克
COIN|200|Coinbase Global, Inc.|Coinbase|Coinbase
PDD|120|PDD Holdings Inc.|拼多多|拼多多
JD|40|JD.com, Inc.|京东|京東`,
  },
  {
    class: 'stock', region: 'US', exchange: 'NYSE', currency: 'USD', step: '0.01', lot: 1, weight: 92,
    rows: `
BRK.B|460|Berkshire Hathaway Inc. Class B|伯克希尔-B|巴郡-B
JPM|220|JPMorgan Chase & Co.|摩根大通|摩根大通
V|285|Visa Inc.|维萨|Visa
LLY|900|Eli Lilly and Company|礼来|禮來
WMT|80|Walmart Inc.|沃尔玛|沃爾瑪
XOM|118|Exxon Mobil Corporation|埃克森美孚|埃克森美孚
MA|500|Mastercard Incorporated|万事达|萬事達
UNH|570|UnitedHealth Group Incorporated|联合健康|聯合健康
JNJ|160|Johnson & Johnson|强生|強生
PG|170|The Procter & Gamble Company|宝洁|寶潔
HD|400|The Home Depot, Inc.|家得宝|家得寶
ORCL|170|Oracle Corporation|甲骨文|甲骨文
BAC|42|Bank of America Corporation|美国银行|美國銀行
IBM|215|International Business Machines Corporation|IBM|IBM
KO|70|The Coca-Cola Company|可口可乐|可口可樂
DIS|96|The Walt Disney Company|迪士尼|迪士尼
CVX|150|Chevron Corporation|雪佛龙|雪佛龍
NKE|80|NIKE, Inc.|耐克|Nike
PFE|29|Pfizer Inc.|辉瑞|輝瑞
BA|155|The Boeing Company|波音|波音
GE|185|GE Aerospace|通用电气航空航天|通用電氣航空航天
CAT|390|Caterpillar Inc.|卡特彼勒|卡特彼勒
GS|500|The Goldman Sachs Group, Inc.|高盛|高盛
MS|110|Morgan Stanley|摩根士丹利|摩根士丹利
C|63|Citigroup Inc.|花旗集团|花旗集團
WFC|60|Wells Fargo & Company|富国银行|富國銀行
T|22|AT&T Inc.|美国电话电报|美國電話電報
MCD|300|McDonald's Corporation|麦当劳|麥當勞
BABA|100|Alibaba Group Holding Limited|阿里巴巴|阿里巴巴
NIO|6|NIO Inc.|蔚来|蔚來`,
  },
  {
    class: 'stock', region: 'CA', exchange: 'TSX', currency: 'CAD', step: '0.01', lot: 100, weight: 60,
    rows: `
RY|170|Royal Bank of Canada|加拿大皇家银行|加拿大皇家銀行
TD|78|The Toronto-Dominion Bank|多伦多道明银行|多倫多道明銀行
SHOP|108|Shopify Inc.|Shopify|Shopify
ENB|55|Enbridge Inc.|安桥|安橋
CNR|155|Canadian National Railway Company|加拿大国家铁路|加拿大國家鐵路`,
  },
  {
    class: 'stock', region: 'CA', exchange: 'NEO', currency: 'CAD', step: '0.01', lot: 100, weight: 30,
    rows: `
CHR|3|Carbon Streaming Corporation
DEFI|3|DeFi Technologies Inc.`,
  },
  {
    class: 'stock', region: 'MX', exchange: 'BMV', currency: 'MXN', step: '0.01', lot: 1, weight: 55,
    rows: `
AMXB|16|América Móvil, S.A.B. de C.V.|美洲电信|美洲電訊
WALMEX|60|Wal-Mart de México, S.A.B. de C.V.|墨西哥沃尔玛|墨西哥沃爾瑪
GFNORTEO|145|Grupo Financiero Banorte, S.A.B. de C.V.
FEMSAUBD|195|Fomento Económico Mexicano, S.A.B. de C.V.`,
  },
  {
    class: 'stock', region: 'BR', exchange: 'BMFBOVESPA', currency: 'BRL', step: '0.01', lot: 100, weight: 58,
    rows: `
PETR4|36|Petróleo Brasileiro S.A. - Petrobras PN|巴西石油|巴西石油
VALE3|60|Vale S.A.|淡水河谷|淡水河谷
ITUB4|35|Itaú Unibanco Holding S.A. PN|伊塔乌联合银行|伊塔烏聯合銀行
BBDC4|15|Banco Bradesco S.A. PN`,
  },
]

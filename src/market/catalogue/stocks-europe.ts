import type { StarterGroup } from './group.ts'

/** Columns as in `stocks-america.ts`. London prices are in pence (GBX), as the exchange quotes them. */
// biome-ignore format: one line a group
export const europeanStocks: readonly StarterGroup[] = [
  {
    class: 'stock', region: 'GB', exchange: 'LSE', currency: 'GBX', step: '0.5', lot: 1, weight: 75,
    rows: `
AZN|11000|AstraZeneca PLC|阿斯利康|阿斯利康
SHEL|2600|Shell plc|壳牌|蜆殼
HSBA|690|HSBC Holdings plc|汇丰控股|滙豐控股
ULVR|4700|Unilever PLC|联合利华|聯合利華
BP.|390|BP p.l.c.|英国石油|英國石油
RIO|5000|Rio Tinto Group|力拓|力拓
VOD|72|Vodafone Group Public Limited Company|沃达丰|沃達豐||0.02`,
  },
  {
    class: 'stock', region: 'DE', exchange: 'XETR', currency: 'EUR', step: '0.02', lot: 1, weight: 70,
    rows: `
SAP|210|SAP SE|思爱普|SAP
SIE|180|Siemens Aktiengesellschaft|西门子|西門子
ALV|290|Allianz SE|安联保险|安聯保險
BMW|75|Bayerische Motoren Werke Aktiengesellschaft|宝马|寶馬
VOW3|90|Volkswagen AG Vz.|大众汽车|福士汽車
BAS|46|BASF SE|巴斯夫|巴斯夫`,
  },
  {
    class: 'stock', region: 'FR', exchange: 'EURONEXTPAR', currency: 'EUR', step: '0.05', lot: 1, weight: 70,
    rows: `
MC|620|LVMH Moët Hennessy - Louis Vuitton|路威酩轩|路威酩軒
OR|350|L'Oréal S.A.|欧莱雅|歐萊雅
TTE|57|TotalEnergies SE|道达尔能源|道達爾能源
SAN|92|Sanofi|赛诺菲|賽諾菲
AIR|140|Airbus SE|空中客车|空中巴士
BNP|58|BNP Paribas SA|法国巴黎银行|法國巴黎銀行`,
  },
  {
    class: 'stock', region: 'GR', exchange: 'ATHEX', currency: 'EUR', step: '0.01', lot: 1, weight: 42,
    rows: `
ETE|7.4|National Bank of Greece S.A.|希腊国家银行|希臘國家銀行
OPAP|15.5|OPAP S.A.
HTO|15|Hellenic Telecommunications Organization S.A.|希腊电信|希臘電訊`,
  },
  {
    class: 'stock', region: 'IT', exchange: 'MIL', currency: 'EUR', step: '0.005', lot: 1, weight: 60,
    rows: `
ENI|14|Eni S.p.A.|埃尼|埃尼
ENEL|7|Enel SpA|意大利国家电力|意大利國家電力
ISP|3.8|Intesa Sanpaolo S.p.A.|联合圣保罗银行|聯合聖保羅銀行
RACE|420|Ferrari N.V.|法拉利|法拉利
UCG|39|UniCredit S.p.A.|裕信银行|裕信銀行`,
  },
  {
    class: 'stock', region: 'BE', exchange: 'EURONEXTBRU', currency: 'EUR', step: '0.02', lot: 1, weight: 50,
    rows: `
ABI|52|Anheuser-Busch InBev SA/NV|百威英博|百威英博
KBC|70|KBC Group NV|比利时联合银行|比利時聯合銀行
UCB|180|UCB SA|优时比|優時比`,
  },
  {
    class: 'stock', region: 'PL', exchange: 'GPW', currency: 'PLN', step: '0.01', lot: 1, weight: 48,
    rows: `
PKO|58|Powszechna Kasa Oszczednosci Bank Polski SA
PKN|55|ORLEN SA
CDR|170|CD PROJEKT SA|CD Projekt|CD Projekt
PZU|45|Powszechny Zaklad Ubezpieczen SA`,
  },
  {
    class: 'stock', region: 'SE', exchange: 'STO', currency: 'SEK', step: '0.05', lot: 1, weight: 58,
    rows: `
VOLV-B|270|AB Volvo (publ) B|沃尔沃-B|富豪-B
ERIC-B|88|Telefonaktiebolaget LM Ericsson (publ) B|爱立信-B|愛立信-B
HM-B|155|H & M Hennes & Mauritz AB (publ) B|H&M-B|H&M-B
ATCO-A|180|Atlas Copco AB A|阿特拉斯·科普柯-A|阿特拉斯·科普柯-A
INVE-B|300|Investor AB (publ) B`,
  },
  {
    class: 'stock', region: 'SE', exchange: 'NGM', currency: 'SEK', step: '0.01', lot: 1, weight: 20,
    rows: `
OBAB|1.2|Obab Fastigheter AB`,
  },
  {
    class: 'stock', region: 'CH', exchange: 'SIX', currency: 'CHF', step: '0.02', lot: 1, weight: 68,
    rows: `
NESN|80|Nestlé S.A.|雀巢|雀巢
ROG|255|Roche Holding AG|罗氏|羅氏
NOVN|92|Novartis AG|诺华|諾華
UBSG|28|UBS Group AG|瑞银集团|瑞銀集團
ABBN|49|ABB Ltd|ABB|ABB`,
  },
  {
    class: 'stock', region: 'FI', exchange: 'HEX', currency: 'EUR', step: '0.005', lot: 1, weight: 52,
    rows: `
NOKIA|4.2|Nokia Oyj|诺基亚|諾基亞
KNEBV|49|KONE Oyj|通力|通力
NESTE|14|Neste Oyj`,
  },
  {
    class: 'stock', region: 'NL', exchange: 'EURONEXTAMS', currency: 'EUR', step: '0.02', lot: 1, weight: 66,
    rows: `
ASML|650|ASML Holding N.V.|阿斯麦|阿斯麥
INGA|15|ING Groep N.V.|荷兰国际集团|荷蘭國際集團
PHIA|26|Koninklijke Philips N.V.|飞利浦|飛利浦
HEIA|75|Heineken N.V.|喜力|喜力`,
  },
  {
    class: 'stock', region: 'PT', exchange: 'EURONEXTLIS', currency: 'EUR', step: '0.005', lot: 1, weight: 46,
    rows: `
EDP|3.4|EDP, S.A.|葡萄牙电力|葡萄牙電力
GALP|16|Galp Energia, SGPS, S.A.|高浦能源|高浦能源
JMT|17.5|Jerónimo Martins, SGPS, S.A.`,
  },
  {
    class: 'stock', region: 'ES', exchange: 'BME', currency: 'EUR', step: '0.005', lot: 1, weight: 60,
    rows: `
ITX|52|Industria de Diseño Textil, S.A.|印地纺|Inditex
SAN|4.6|Banco Santander, S.A.|桑坦德银行|桑坦德銀行
IBE|13.5|Iberdrola, S.A.|伊维尔德罗拉|伊維爾德羅拉
TEF|4.2|Telefónica, S.A.|西班牙电信|西班牙電訊`,
  },
  {
    class: 'stock', region: 'TR', exchange: 'BIST', currency: 'TRY', step: '0.1', lot: 1, weight: 50,
    rows: `
THYAO|285|Türk Hava Yollari Anonim Ortakligi|土耳其航空|土耳其航空
GARAN|120|Türkiye Garanti Bankasi A.S.|土耳其担保银行|土耳其擔保銀行
KCHOL|200|Koç Holding A.S.
ASELS|65|Aselsan Elektronik Sanayi ve Ticaret A.S.`,
  },
  {
    class: 'stock', region: 'RU', exchange: 'MOEX', currency: 'RUB', step: '0.01', lot: 10, weight: 40,
    rows: `
SBER|250|Sberbank of Russia|俄罗斯联邦储蓄银行|俄羅斯聯邦儲蓄銀行
GAZP|130|PJSC Gazprom|俄罗斯天然气工业|俄羅斯天然氣工業
LKOH|7000|PJSC LUKOIL|卢克石油|盧克石油|1`,
  },
]

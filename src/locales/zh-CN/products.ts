import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/products.ts'

const products: Words<typeof en> = {
  stocks: {
    title: '各大交易所的股票数据',
    lead: '各国家和地区的股票报价、盘口、K 线、基本面与公司行动。是否复权由您决定，不会擅自调整。',
    description:
      '各国家和地区的实时与历史股票数据，REST 与 WebSocket 接口，提供报价、K 线、基本面与公司行动，支持 JSON 和 CSV。',
    keywords: '股票 API, 股票行情数据, 实时股票报价, 历史股价, 公司行动接口',
  },
  indices: {
    title: '各大市场的主要指数',
    lead: '市场的标尺：从 1 分钟线到年线，响应结构与个股一致。',
    description: '实时与历史指数数据，REST 与 WebSocket 接口，覆盖全球主要指数，从一分钟线到月线，支持 JSON 和 CSV。',
    keywords: '指数 API, 股票指数数据, 标普 500 接口, 历史指数, 基准指数',
  },
  forex: {
    title: '外汇与贵金属，全天候',
    lead: '从悉尼开盘到纽约收盘，主要货币对、交叉盘与贵金属的中间价，精确到最后一位。',
    description: '实时与历史外汇数据，REST 与 WebSocket 接口，覆盖主要货币对、交叉盘与贵金属，支持 JSON 和 CSV。',
    keywords: '外汇 API, 汇率接口, EURUSD, 实时汇率, 黄金价格接口',
  },
  crypto: {
    title: '加密货币，7×24 小时',
    lead: '永不休市的现货交易对：逐笔成交、十档盘口，以及标明是否完结的 K 线。',
    description:
      '实时与历史加密货币数据，REST 与 WebSocket 接口，提供现货交易对的逐笔、盘口与 K 线，支持 JSON 和 CSV。',
    keywords: '加密货币 API, 比特币价格接口, BTCUSD, 盘口数据, 历史数据',
  },
  future: {
    title: '期货主力合约，按公开规则换月',
    lead: '美国（CME、CBOT、NYMEX、COMEX）、中国香港（HKFE）与中国内地（SHFE、CFFEX）的主力合约，同时提供各月份合约。',
    description:
      '实时与历史期货数据，REST 与 WebSocket 接口，覆盖美国、中国香港与中国内地的主力合约，支持 JSON 和 CSV。',
    keywords: '期货 API, 商品期货数据, 股指期货, 主力连续合约, 历史期货价格',
  },
  fund: {
    title: '像股票一样交易的基金',
    lead: 'ETF 与其他场内基金的报价、K 线，以及与股票相同的公司行动数据。',
    description: '实时与历史基金及 ETF 数据，REST 与 WebSocket 接口，提供报价、K 线与基础资料，支持 JSON 和 CSV。',
    keywords: 'ETF API, 基金数据, SPY, 历史 ETF 价格, 基金报价',
  },
  docs: '阅读文档',
  chart: '在图表中打开',
  table: {
    failed: '暂时无法读取品种列表。',
    pricesFailed: '暂时无法读取价格。',
    title: '部分已收录品种',
    lead: '价格与 /quote 返回的一致，涨跌幅相对昨收。休市品种的价格注明时间。点击任意一行可打开图表。',
    instrument: '品种',
    exchange: '交易所',
    simulated: '模拟数据',
    last: '最新价',
    change: '当日涨跌幅',
    session: '当日走势',
    range: '日内区间',
    between: '介于 {low} 与 {high} 之间',
    spark: '{code} 当日走势，虚线为昨收',
    streaming: '{shown} 行报价随行情刷新。',
    resting: '价格为页面生成时的报价。',
    empty: '本站尚未收录该类别的品种。',
    picture: '{code} 日线',
  },
  facts: { instruments: '个品种', countries: '个国家和地区', exchanges: '家交易所' },
  coverage: {
    failed: '暂时无法读取交易所列表。',
    title: '覆盖范围',
    lead: '共 {shown} 个品种、{listed} 家交易所，统计自本站数据表。',
    worldwide: '全球',
    all: '各交易所的历史数据',
  },
  sample: { title: '一次请求，真实响应', lead: '使用公开演示密钥，无需修改即可运行。运行、复制，再换成您要的品种。' },
  plans: {
    title: '各套餐包含什么',
    lead: '以综合市场为例，单一市场另有套餐。',
    tier: '套餐',
    included: '本类别',
    price: 'USDT/月',
    all: '全部套餐与市场',
  },
}

export default products

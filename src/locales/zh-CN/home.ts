import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/home.ts'

const home: Words<typeof en> = {
  meta: {
    title: 'REST 与 WebSocket 实时及历史行情数据 API',
    description:
      '一套 REST 与 WebSocket 接口，覆盖多个国家和地区的股票、指数、外汇、加密货币、期货与基金，支持 JSON 和 CSV。免费获取密钥即可开始。',
    keywords: '行情数据接口, 股票 API, 实时行情, 历史数据, 外汇 API, 加密货币 API, WebSocket, K 线, REST',
  },
  hero: {
    kick: '实时与历史行情数据',
    title: '全球市场，一线直达。',
    lead: '一套 REST 与 WebSocket 接口，覆盖多个国家和地区的股票、指数、外汇、加密货币、期货与基金。每根 K 线都标明是否完结；推送如有缺口，会明确告知。',
    chart: '打开图表',
    instruments: '已收录品种',
    countries: '国家和地区，6 类资产',
    answer: '最近一分钟的响应中位数',
  },
  demo: {
    label: '同一请求的四种写法',
    comment: '使用公开演示密钥，可直接运行',
    clientComment: '使用公开演示密钥；客户端安装方法见 /docs/sdk',
    run: '立即运行',
    running: '运行中…',
    left: '本分钟剩余 {remaining}/{limit} 次',
    idle: '点击运行，结果由本站实时返回。',
    failed: '网关没有响应，请稍后再试。',
  },
  tape: { label: '来自本站网关的实时价格' },
  product: {
    no: '数据类别',
    title: '六类资产，同一种响应结构',
    lead: '学会一个接口，就会了全部。只需替换路径中的资产类别，程序不用改。',
    count: '{shown} 个品种',
    spark: '{code} 当日走势，虚线为昨收',
    today: '当日走势，涨跌相对昨收',
    asOf: '截至 {time}，涨跌相对昨收',
  },
  about: {
    no: '服务特点',
    title: '让行情数据经得起核对',
    lead: '数据可核对，源码全部公开：您看到的，就是正在运行的。',
    points: {
      gap: {
        title: '缺口有据可查',
        text: '每条推送都带序号。若有数据未能送达，会明确告知起止位置，以及用哪个接口补齐。',
        proof: '推送中的缺口消息，rest 即补齐数据的接口',
      },
      final: {
        title: 'K 线标明是否完结',
        text: '只有当前这一根标记为未完结。历史数据不会擅自改动，回测可以复现。',
        proof: 'BTCUSD 当日未完结的 K 线，UTC {time} 返回',
      },
      refusal: {
        title: '报错必有原因',
        text: '超出套餐、超出额度、品种代码不存在，每种错误都有错误名、中文说明和处理建议。',
        proof: '用演示密钥查询 MSFT 的返回，UTC {time}',
      },
      own: {
        title: '支持私有化部署',
        text: '一条命令即可在自己的机器上装好网站、网关、计费与存储，数据库可内置，也可外接。',
      },
    },
  },
  app: {
    no: '使用方式',
    title: '从首个请求到逐笔，沿用您熟悉的工具',
    lead: '历史数据用 REST，实时数据用 WebSocket，两者都能在图表上查看。全部支持 JSON 与 CSV。',
    stream: { title: '推送', text: '逐笔、报价、盘口与实时 K 线共用一个连接，断线后可从原处续传。' },
    chart: {
      title: '图表',
      text: '这不是图片：{indicators, number} 种指标、{drawings, number} 种画线工具，支持回放，K 线与接口返回的完全一致。',
      picture: '{code} 日线，数据来自本站',
    },
    formats: { title: 'JSON 与 CSV', text: '接口不变、额度不变，加上 format=csv 即可用 Excel 打开。' },
  },
  achievement: {
    no: '数据规模',
    title: '数字，以及各自的来源',
    examples: { users: '18,000+', rows: '1 万亿+', bytes: '2 PB', messages: '7,000 万' },
    counted: { users: '个账号', rows: '行数据', bytes: '已存储', messages: '条消息/秒（峰值）' },
    kinds: { example: '示例', claimed: '运营方公布', measured: '本站实测' },
    users: '用户',
    rows: '行数据',
    bytes: '原始数据',
    messages: '条消息/秒（全部节点）',
    measured: '本站实测',
    what: '项目',
    how: '口径',
    here: '数值',
    instruments: '已收录品种',
    instrumentsHow: '统计自本站数据表',
    bars: '已存 K 线',
    barsHow: '统计自历史数据库',
    latency: {
      measured: '响应时间',
      how: '口径',
      data_call: 'REST 接口',
      symbol_search: '品种搜索',
      delivery: '行情送达连接',
      scale: '0–{max} 毫秒',
      lastMinute: '网关最近一分钟的 {shown} 次请求',
      lastMinuteEvents: '最近一分钟的 {shown} 批行情，从消息日志到连接',
    },
    origins: {
      example: '示例数字仅用于沙盒演示，与本站无关。',
      claimed: '运营方公布的数字为全部节点合计。',
      measured: '实测数字读取于 UTC {time}。',
    },
    unknown: '尚未测得',
  },
  pricing: {
    no: '价格',
    title: '免费起步，按速度与覆盖范围升级',
    lead: '综合市场月费，单位 USDT。新用户首单优惠 {percent}%。',
    all: '比较全部套餐与市场',
  },
  questions: {
    no: '常见问题',
    title: '开始之前，大家常问',
    items: {
      key: {
        q: '不注册能做什么？',
        a: '公开演示密钥可通过 REST 与推送查询 AAPL、700、EURUSD、BTCUSD、SPX、ES 与 SPY。其他品种需要免费密钥。',
      },
      pay: {
        q: '如何支付？',
        a: '使用 USDT，网络为 {networks}。转账最终确认后套餐即生效，通常在转出后 3–15 分钟。',
      },
      formats: {
        q: '支持哪些格式？',
        a: 'REST 支持 JSON、CSV 与逐行 JSON，K 线、逐笔成交与最优买卖价还支持 Parquet 与 Arrow，WebSocket 使用 JSON，另提供图表库使用的 UDF 协议。',
      },
      leak: {
        q: '密钥泄露了怎么办？',
        a: '请立即在控制台自行重置或吊销，旧密钥一秒内失效。如需协助，再与我们联系。',
      },
    },
    more: '查看全部问题',
  },
}

export default home

import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/mcp.ts'

const mcp: Words<typeof enUS> = {
  advice: {
    codes: '相近的品种代码：{codes}。',
    search: '可用工具 `symbols` 查找品种代码。',
    wait: '请等待 {seconds} 秒再调用。`klines` 和 `quotes` 一次最多可取 100 个品种代码；`limits` 会给出剩余次数。',
    plan: '工具 `limits` 列出此密钥可读取的范围。套餐：{url}',
    ended: '密钥所有者可在此续费：{url}',
    key: '密钥在 MCP 客户端的设置中，写在请求头 `token`。密钥所有者可在此查看：{url}',
    parameters: '工具 {tool} 接受的参数：{names}。',
    fault: '请求本身没有问题。请过几秒再试；如仍失败，请将请求编号 {requestId} 告知客服。',
    unreadable: '文档暂时无法读取，请前往：{url}',
  },
  prompts: {
    overview: {
      title: '单个品种概览',
      description: '一个品种的价格、当日表现、全年区间与走势。',
      text: '请简要介绍 {code}。如类别不明确，先用 `symbols` 查找。读取 `quote`，并用 `kline` 读取 260 根日线（interval 为 1d），然后说明：最新价及其时间、当日涨跌幅、一年内的最高价与最低价、一周、一个月和一年的涨跌幅，以及值得注意之处。如行情有延迟，请注明。所有数字须由读取的数据计算得出，不得引用未读取的数字。',
    },
    compare: {
      title: '比较多个品种',
      description: '同一时段内多个品种的收益与风险。',
      text: '请比较 {codes} 最近 {days} 个交易日的表现。每个类别用一次 `klines` 读取日线，股票和基金加上 adjust=all。分别计算总收益、日收益的年化波动率和最大回撤，只用各品种共有的交易日。先列表，再用三句话说明差异。没有数据的品种代码请列出并说明原因。',
    },
    market: {
      title: '市场状态',
      description: '是否开市，哪些品种波动较大。',
      text: '请说明 {region} 市场 {class} 类别的状态。读取 `marketStatus`，并分别按 gainers、losers 和 active 读取 `movers`。先以当地时区说明是否开市、接下来是什么时段，再列出每类前五名的价格与涨跌幅。如某个列表不在套餐内，请说明。',
    },
    history: {
      title: '下载历史数据',
      description: '逐页读取一段时间内的全部 K 线，存为 CSV 文件。',
      text: '请读取 {code} 从 {from} 到 {to} 的 {interval} K 线，并写入 CSV 文件。调用 `kline`，limit 为 5000，按 `nextCursor` 逐页读取，直到没有下一页，并遵守请求额度。t 写成 UTC 的 ISO 8601 时间。最后一根如为 final=false 则不写入。最后说明行数、首尾时间，以及对照交易日历（`holidays`）是否有缺口。',
    },
  },
  arguments: {
    code: '品种代码，如 AAPL、700 或 BTCUSD',
    codes: '品种代码，以逗号分隔',
    days: '交易日数，如 250',
    class: 'stock、forex、indices、crypto、future 或 fund',
    region: '国家/地区，如 US 或 HK',
    interval: 'K 线周期，如 1m、1h 或 1d',
    from: '第一天，如 2025-01-01',
    to: '最后一天',
  },
  chart: { title: 'K 线图' },
}

export default mcp

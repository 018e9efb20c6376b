import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/benches.ts'

const benches: Words<typeof enUS> = {
  measured: '由 {command} 于{date}测得：{machine}，提交 {commit}。',
  missing: '本页尚无 {command} 的结果。',
  columns: { figure: '项目', value: 'Tapewire', baseline: '对照', ratio: '比值', goal: '目标' },
  met: '达到',
  missed: '未达到',
  rows: {
    klineServer: '从内存返回 100 根 K 线，每秒响应次数；对照：返回相同字节的 Node 裸服务器',
    klineFastify: '同上；对照：返回相同字节的 Fastify',
    kline500: '从内存返回 500 根 K 线，每秒响应次数；对照：裸服务器',
    klineDelay: '以上述负载的 70% 从内存返回 100 根 K 线，p99',
    quoteServer: '从内存返回报价，每秒响应次数；对照：裸服务器',
    tickServer: '从内存返回最新成交，每秒响应次数；对照：裸服务器',
    barsStore: '从 2,000 万根已存储的 K 线中读取 500 根，中位数；对照：直接查询数据库',
    barsParquet: '以 Parquet 返回 5,000 根已存储的 K 线，中位数；对照：JSON',
    tradesStore: '通过 HTTP 返回一页 5,000 笔已存储的成交，中位数；对照：直接查询相同的列',
    streamWs: '每秒处理器时间的成批推送次数；对照：用 ws 直接广播',
    streamNats: '同上；对照：nats-server',
    streamMosquitto: '同上；对照：mosquitto',
    streamSingle: '每帧一条消息，每秒处理器时间的推送次数；对照：用 ws 直接广播',
    streamDelay: '半负载下从消息日志到客户端的延迟，p99',
    streamIdle: '10,000 个空闲连接占用的内存',
    pageFirst: '公开页面首次渲染的用时，中位数',
    pageServer: '缓存在内存中的首页；对照：返回相同字节的 Node 裸服务器',
    pageTemplate: '同上；对照：渲染相同元素的普通 React Router 应用',
    dashboard: '每次请求都重新渲染的控制台；对照：渲染相同元素的普通 React Router 应用',
    usage: '用量页；对照同上',
    order: '订单页；对照同上',
    docsSearch: '文档搜索；对照同上',
    symbolSearch: '在实际品种列表中搜索，p99',
    symbolSearchMore: '另加一百万个品种后搜索，p99',
    ticksStored: '每秒发布、合成 K 线并存储的逐笔成交',
    barsImported: '每秒从文件导入的 K 线',
    startAgain: '再次启动到全部就绪的用时',
    idleMemory: '所有空闲进程占用的内存',
  },
}

export default benches

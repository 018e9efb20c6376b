import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/pricing.ts'

const pricing: Words<typeof en> = {
  meta: {
    title: '价格',
    description:
      '实时与历史行情数据套餐：免费版、基础版、专业版、旗舰版与企业版，可选综合市场或单一市场，使用 USDT 支付。',
    keywords: '行情接口价格, 股票 API 价格, 实时数据套餐, 免费 API 密钥, USDT',
  },
  kick: '价格',
  title: '免费起步，按速度与覆盖范围升级',
  lead: '一张价目表，全部公开。本页每个数字都来自网关实际执行的套餐目录。新用户首单优惠 {percent}%。',
  unit: 'USDT/月',
  firstOrder: '首单 {total}',
  whole: '合计 {total}',
  custom: '按需报价',
  customHint: '额度按需定制',
  freeHint: '适合试用',
  yes: '支持',
  no: '不支持',
  unlimited: '不限',
  choose: '选择{tier}',
  start: '免费获取密钥',
  talk: '联系我们',
  period: '计费周期',
  limits: { perMinute: '每分钟请求次数', sockets: '连接数', subscriptions: '订阅品种', funds: '基金' },
  markets: {
    label: '市场',
    integrated: '一个密钥覆盖全部类别与地区，也是唯一提供免费版的市场。',
    region: '单个国家或地区的股票。密钥数量不限，每个密钥对应一个套餐。',
    fund: '单一市场的 ETF 与其他场内基金。',
    future: '主力合约：美国（CME、CBOT、NYMEX、COMEX）、中国香港（HKFE）、中国内地（SHFE、CFFEX）。',
    place: '国家或地区',
  },
  compare: {
    title: '套餐对比',
    feature: '包含内容',
    every: '每个套餐都包含：{list}。',
    perMonth: '月费（USDT）',
    delay: '延迟',
    live: '无',
    seconds: '{seconds} 秒',
    history: '历史数据',
    allHistory: '全部',
    days: '{days} 天',
    search: '品种搜索',
    firstPage: '仅第 1 页结果',
    full: '可按国家/地区筛选并翻页',
    formats: 'JSON 与 CSV',
  },
  calculator: {
    title: '哪个套餐合适？',
    lead: '填写您的用量，结果按网关执行的同一套额度计算。',
    symbols: '实时订阅的品种数',
    calls: '每分钟请求次数',
    sockets: '同时连接的程序数',
    result: '{tier}即可满足：每分钟 {perMinute} 次请求、{sockets} 个连接、{subscriptions} 个订阅品种。',
    enterprise: '用量已超过旗舰版，可定制企业版。',
  },
  enterprise: {
    title: '企业版',
    text: '数据再分发、专属容量、专线网络、开具发票。告诉我们您在做什么，我们给出合适的方案。',
  },
  notes: {
    title: '须知',
    pay: '使用 USDT 支付，网络为 TRC20（TRON）或 ETC20（以太坊 Ethereum，ERC20）。转账最终确认后套餐生效，通常需要 3–15 分钟。',
    upgrade: '升级只需补足剩余天数的差价。套餐不支持降级，到期自然结束。',
    credit: '逾期到账或多付的款项转入账户余额，不会损失。',
    oneKey: '综合市场每个账号一个密钥；其他市场密钥数量不限。',
  },
}

export default pricing

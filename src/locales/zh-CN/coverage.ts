const coverage = {
  meta: {
    title: '存有哪些数据，从何时开始',
    description:
      '按类别与交易所列出历史数据和实时数据：日线、日内 K 线与逐笔成交的起始日期、延迟，以及当前是否有数据接入。',
    keywords: '行情数据覆盖范围, 历史数据起始日期, 支持的交易所, 逐笔成交历史, 数据延迟',
  },
  lead: '各类别、各交易所的历史数据起始日期，统计自本站数据表，并标明当前是否有数据接入。',
  figures: { instruments: '有历史数据的品种', exchanges: '交易所', since: '最早的数据', countedAt: '统计时间' },
  none: '尚未统计',
  noneText: '启动后几分钟内会完成首次统计。',
  failed: '暂时无法读取已存数据的范围。',
  table: {
    exchange: '交易所',
    instruments: '品种',
    days: '日线起始',
    intraday: '日内起始',
    ticks: '逐笔起始',
    state: '实时状态',
  },
  of: '共 {all}',
  from: '{interval} 起',
  until: '截至 {day}',
  everywhere: '全球',
  states: { live: '实时', closed: '休市', silent: '暂无数据', stored: '仅历史' },
  delays: {
    none: '所有套餐均无延迟。',
    of: '{tiers}：{delay}',
    and: '、',
    live: '无延迟',
    minutes: '延迟 {count, plural, other {# 分钟}}',
  },
  more: '了解{name}数据',
  others: '另有 {count, plural, other {# 家交易所}}已收录品种，但尚无数据。',
  alone: '已收录 {count, plural, other {# 家交易所}}的品种，但尚无数据。',
  notes: {
    title: '如何阅读',
    days: '日线起始：任一周期 K 线的最早日期。周线、月线及更长周期由日线合成，日线由更短周期合成。',
    intraday: '日内起始：已存最短周期的首根 K 线，周期标在下方，更长周期由其合成。',
    ticks: '逐笔起始：已入库的最早一笔成交。套餐可查询的历史可能短于已存数据。',
    delay: '延迟：以综合市场的套餐为准。',
    live: '实时：最近三分钟内有数据；暂无数据：市场开市，但没有数据。各交易所显示其品种中最早的日期，个别品种可能较晚。',
  },
  api: '通过接口查询：/coverage',
} as const

export default coverage

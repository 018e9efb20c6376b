const coverage = {
  meta: {
    title: '備有哪些數據，由何時開始',
    description:
      '按類別及交易所列出歷史數據及即時數據：日線、即日 K 線及逐筆成交的起始日期、延遲，以及目前是否有數據傳入。',
    keywords: '市場數據涵蓋範圍, 歷史數據起始日期, 支援的交易所, 逐筆成交歷史, 數據延遲',
  },
  lead: '各類別、各交易所的歷史數據起始日期，按本站資料表統計，並標明目前是否有數據傳入。',
  figures: { instruments: '備有歷史數據的產品', exchanges: '交易所', since: '最早的數據', countedAt: '統計時間' },
  none: '尚未統計',
  noneText: '啟動後數分鐘內會完成首次統計。',
  failed: '暫時未能讀取已存數據的範圍。',
  table: {
    exchange: '交易所',
    instruments: '產品',
    days: '日線始於',
    intraday: '即日線始於',
    ticks: '逐筆始於',
    state: '即時狀態',
  },
  of: '共 {all}',
  from: '{interval} 起',
  until: '截至 {day}',
  everywhere: '環球',
  states: { live: '即時', closed: '休市', silent: '暫無數據', stored: '只有歷史' },
  delays: {
    none: '所有計劃均無延遲。',
    of: '{tiers}：{delay}',
    and: '、',
    live: '無延遲',
    minutes: '延遲 {count, plural, other {# 分鐘}}',
  },
  more: '了解{name}數據',
  others: '另有 {count, plural, other {# 家交易所}}已收錄產品，但未有數據。',
  alone: '已收錄 {count, plural, other {# 家交易所}}的產品，但未有數據。',
  notes: {
    title: '如何閱讀',
    days: '日線始於：任何週期 K 線的最早日期。週線、月線及更長週期由日線合成，日線由更短週期合成。',
    intraday: '即日線始於：已儲存最短週期的首根 K 線，週期標示於下方，更長週期由其合成。',
    ticks: '逐筆始於：已儲存的最早一筆成交。計劃可查詢的歷史可能短於已儲存的數據。',
    delay: '延遲：以綜合市場的計劃為準。',
    live: '即時：最近三分鐘內有數據；暫無數據：市場開市，但沒有數據。各交易所顯示其產品中最早的日期，個別產品可能較遲。',
  },
  api: '以 API 查詢：/coverage',
} as const

export default coverage

const plans = {
  name: '{market} · {tier}',
  integrated: '綜合市場',
  stocks: '{place}股票',
  funds: '{place}基金',
  futures: '{place}期貨',
  europe: '歐洲',
  asiaPacific: '亞太區',
  global: '環球',
  types: { integrated: '綜合', region: '股票', fund: '基金', future: '期貨' },
  tiers: { free: '免費版', base: '基本版', professional: '專業版', premium: '尊尚版', enterprise: '企業版' },
  periods: { month: '月付', quarter: '季付', 'half-year': '半年付', year: '年付' },
  features: {
    'end-of-day': '收市數據',
    historical: '歷史數據',
    'full-coverage': '100% 市場覆蓋',
    reference: '參考數據',
    fundamentals: '基本面數據',
    'corporate-actions': '公司行動',
    indicators: '技術指標',
    websocket: 'WebSocket',
  },
}

export default plans

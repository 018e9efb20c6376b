const plans = {
  name: '{market} · {tier}',
  integrated: '综合市场',
  stocks: '{place}股票',
  funds: '{place}基金',
  futures: '{place}期货',
  europe: '欧洲',
  asiaPacific: '亚太',
  global: '全球',
  types: { integrated: '综合', region: '股票', fund: '基金', future: '期货' },
  tiers: { free: '免费版', base: '基础版', professional: '专业版', premium: '旗舰版', enterprise: '企业版' },
  periods: { month: '月付', quarter: '季付', 'half-year': '半年付', year: '年付' },
  features: {
    'end-of-day': '日线（收盘）数据',
    historical: '历史数据',
    'full-coverage': '100% 市场覆盖',
    reference: '基础资料',
    fundamentals: '基本面数据',
    'corporate-actions': '公司行动',
    indicators: '技术指标',
    websocket: 'WebSocket',
  },
}

export default plans

const status = {
  meta: {
    title: '服务状态',
    description:
      '网站、REST 接口、推送、各类别实时数据、历史数据与支付当前是否正常，近 90 天的检测结果，以及故障通报。',
    keywords: '接口状态, 行情服务可用率, 故障通报, 服务可用性, 维护公告',
  },
  kick: '服务状态',
  overall: {
    up: '已检测的服务均正常',
    maintenance: '正在进行计划维护',
    degraded: '部分服务受限',
    down: '部分服务中断',
    unknown: '当前状态未知',
  },
  measuredAt: '最近检测：{at} UTC，每 30 秒一次。',
  unmeasured: '一分半钟内未能完成检测或读取结果，暂时无法确认哪些服务正常。',
  none: '尚无检测结果',
  noneText: '启动后会立即进行首轮检测。',
  groups: { services: '服务', feeds: '实时数据', payments: '支付' },
  names: {
    site: '网站与账号',
    rest: 'REST 接口',
    stream: 'WebSocket 推送',
    history: '历史数据',
    payments: '{network} 支付',
  },
  states: { up: '正常', degraded: '受限', down: '中断', idle: '休市', unknown: '未知' },
  ms: '{ms} 毫秒',
  uptime: '可用率 {uptime}%',
  uptimeNone: '暂无可用率',
  measured: '已检测时长 {measured}%',
  faults: '{count, plural, =0 {无故障} other {# 天出现故障}}',
  bars: '近 {days} 天',
  downFor: '中断 {count, plural, other {# 分钟}}',
  degradedFor: '受限 {count, plural, other {# 分钟}}',
  and: '，',
  impacts: { maintenance: '计划维护', degraded: '受限', down: '中断' },
  stages: { investigating: '排查中', identified: '已定位原因', monitoring: '观察中', resolved: '已恢复' },
  since: '始于 {openedAt} UTC',
  span: '{openedAt} – {resolvedAt} UTC',
  incidents: { open: '当前故障', past: '近 90 天的故障', none: '近 90 天没有已结束的故障。' },
  notes: {
    title: '检测方式',
    probes:
      '每 30 秒向各项服务发出真实请求：打开页面、调用 REST、新建连接、读取已存 K 线。超过 3 秒才有响应记为受限，10 秒仍无响应记为中断。',
    uptime:
      '可用率：已检测的轮次中，服务完全正常的比例。数字只舍不入，100% 表示没有一轮失败。缺失的轮次不计入，已检测时长在旁边列出。',
    bars: '每一格为一个 UTC 日：颜色取当天最差的状态，高度为当天已检测的比例。',
    feeds: '实时数据：市场交易中连续三分钟没有数据即视为中断；某一类别的市场全部休市时不作判断。',
    unknown: '无法检测时显示为未知，不会当作正常。',
  },
} as const

export default status

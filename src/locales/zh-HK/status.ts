const status = {
  meta: {
    title: '服務狀態',
    description: '網站、REST API、串流、各類別即時數據、歷史數據及付款現時是否正常，近 90 日的檢測結果，以及事故通報。',
    keywords: 'API 狀態, 行情服務可用率, 事故通報, 服務可用性, 維護公告',
  },
  kick: '服務狀態',
  overall: {
    up: '已檢測的服務全部正常',
    maintenance: '正進行計劃維護',
    degraded: '部分服務受限',
    down: '部分服務中斷',
    unknown: '現時狀態不明',
  },
  measuredAt: '最近檢測：{at} UTC，每 30 秒一次。',
  unmeasured: '一分半鐘內未能檢測或讀取結果，暫時無法確定哪些服務正常。',
  none: '尚未有檢測結果',
  noneText: '啟動後會立即進行首輪檢測。',
  groups: { services: '服務', feeds: '即時數據', payments: '付款' },
  names: {
    site: '網站及帳戶',
    rest: 'REST API',
    stream: 'WebSocket 串流',
    history: '歷史數據',
    payments: '{network} 付款',
  },
  states: { up: '正常', degraded: '受限', down: '中斷', idle: '休市', unknown: '不明' },
  ms: '{ms} 毫秒',
  uptime: '可用率 {uptime}%',
  uptimeNone: '暫無可用率',
  measured: '已檢測時間 {measured}%',
  faults: '{count, plural, =0 {沒有事故} other {# 日出現事故}}',
  bars: '近 {days} 日',
  downFor: '中斷 {count, plural, other {# 分鐘}}',
  degradedFor: '受限 {count, plural, other {# 分鐘}}',
  and: '，',
  impacts: { maintenance: '計劃維護', degraded: '受限', down: '中斷' },
  stages: { investigating: '調查中', identified: '已找到原因', monitoring: '觀察中', resolved: '已恢復' },
  since: '始於 {openedAt} UTC',
  span: '{openedAt} – {resolvedAt} UTC',
  incidents: { open: '現時事故', past: '近 90 日的事故', none: '近 90 日沒有已結束的事故。' },
  notes: {
    title: '如何檢測',
    probes:
      '每 30 秒向各項服務發出真實請求：開啟網頁、發出 REST 請求、建立連線、讀取已儲存的 K 線。3 秒後才回應列為受限，10 秒仍未回應列為中斷。',
    uptime:
      '可用率：已檢測的輪次之中，服務完全正常的比例。數字只捨不入，100% 代表沒有一輪失敗。缺少的輪次不計算在內，已檢測時間在旁列明。',
    bars: '每一格為一個 UTC 日：顏色取當日最差的狀態，高度為當日已檢測的比例。',
    feeds: '即時數據：市場交易期間連續三分鐘沒有數據即視為中斷；某一類別的市場全部休市時不作判斷。',
    unknown: '未能檢測時顯示為不明，不會當作正常。',
  },
} as const

export default status

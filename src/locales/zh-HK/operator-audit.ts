const operatorAudit = {
  meta: { title: '稽核' },
  lead: '記錄誰更改了甚麼。每項紀錄均以雜湊值與前一項相連。',
  export: '匯出為 JSON Lines',
  rows: '更改紀錄',
  utc: '最新在前，UTC 時間',
  none: '沒有符合條件的紀錄',
  noneText: '請擴闊日期範圍，或清除其中一項篩選。',
  filters: {
    label: '篩選更改紀錄',
    actor: '操作人（電郵或編號）',
    subject: '對象（電郵或編號）',
    action: '操作',
    from: '開始日期',
    to: '結束日期',
  },
  chain: {
    sound: '稽核鏈完整',
    broken: '最新紀錄未能相連：有紀錄曾被更改',
    rows: '已入鏈 {rows} 項',
    late: '{late} 項等候逾 1 分鐘',
    whole: '如要逐項核對，請執行',
  },
  columns: { at: '時間', actor: '操作人', action: '操作', subject: '對象', detail: '詳情', position: '序號' },
  kinds: { account: '客戶', staff: '職員', 'operator-cli': '指令列', system: '系統' },
} as const

export default operatorAudit

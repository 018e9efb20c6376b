const operatorAudit = {
  meta: { title: '审计' },
  lead: '记录谁改动了什么。每条记录都与前一条以哈希相连。',
  export: '导出为 JSON Lines',
  rows: '改动记录',
  utc: '最新在前，UTC 时间',
  none: '没有符合条件的记录',
  noneText: '请扩大日期范围，或清除某项筛选。',
  filters: {
    label: '筛选改动记录',
    actor: '操作人（邮箱或 ID）',
    subject: '对象（邮箱或 ID）',
    action: '操作',
    from: '开始日期',
    to: '结束日期',
  },
  chain: {
    sound: '审计链完整',
    broken: '最新的记录无法相连：有记录被改动',
    rows: '已入链 {rows} 条',
    late: '{late} 条等待超过 1 分钟',
    whole: '逐条校验请运行',
  },
  columns: { at: '时间', actor: '操作人', action: '操作', subject: '对象', detail: '详情', position: '序号' },
  kinds: { account: '客户', staff: '人员', 'operator-cli': '命令行', system: '系统' },
} as const

export default operatorAudit

const operatorAudit = {
  meta: { title: 'Audit' },
  lead: 'Who changed what. Each row is chained to the one before it.',
  export: 'Export as JSON lines',
  rows: 'Changes',
  utc: 'newest first, UTC',
  none: 'No change matches',
  noneText: 'Widen the days, or clear a filter.',
  filters: {
    label: 'Filters of the log',
    actor: 'Who (e-mail or id)',
    subject: 'Subject (e-mail or id)',
    action: 'Action',
    from: 'From',
    to: 'To',
  },
  chain: {
    sound: 'The chain is sound',
    broken: 'The newest links do not fit: rows were changed',
    rows: '{rows} rows chained',
    late: '{late} rows have waited for over a minute',
    whole: 'Every row is checked by',
  },
  columns: {
    at: 'Time',
    actor: 'Who',
    action: 'Action',
    subject: 'Subject',
    detail: 'Details',
    position: 'Position',
  },
  kinds: { account: 'customer', staff: 'staff', 'operator-cli': 'command line', system: 'system' },
} as const

export default operatorAudit

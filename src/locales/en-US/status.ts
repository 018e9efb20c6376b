const status = {
  meta: {
    title: 'Status',
    description:
      'Whether the site, the REST API, the stream, the feed of each class, history and payments work now, what was measured in the last 90 days, and incidents.',
    keywords: 'API status, market data uptime, incidents, service availability, maintenance',
  },
  kick: 'Status',
  overall: {
    up: 'All measured parts work',
    maintenance: 'Planned work is under way',
    degraded: 'Some parts work with limits',
    down: 'Some parts are down',
    unknown: 'The state is unknown',
  },
  measuredAt: 'Last measured at {at} UTC, every 30 seconds.',
  unmeasured: 'Nothing could be measured or read for a minute and a half. We do not know what works now.',
  none: 'Nothing has been measured yet',
  noneText: 'The first round of probes runs right after the start.',
  groups: { services: 'Services', feeds: 'Live data', payments: 'Payments' },
  names: {
    site: 'Site and account',
    rest: 'REST API',
    stream: 'WebSocket stream',
    history: 'History',
    payments: 'Payments over {network}',
  },
  states: { up: 'Works', degraded: 'With limits', down: 'Down', idle: 'Markets closed', unknown: 'Unknown' },
  ms: '{ms} ms',
  uptime: '{uptime}% up',
  uptimeNone: 'No uptime yet',
  measured: '{measured}% of the time measured',
  faults: '{count, plural, =0 {No day with faults} one {# day with faults} other {# days with faults}}',
  bars: 'The last {days} days',
  downFor: '{count, plural, one {# minute down} other {# minutes down}}',
  degradedFor: '{count, plural, one {# minute with limits} other {# minutes with limits}}',
  and: ', ',
  impacts: { maintenance: 'Planned work', degraded: 'With limits', down: 'Down' },
  stages: { investigating: 'Investigating', identified: 'Cause found', monitoring: 'Watching', resolved: 'Resolved' },
  since: 'Since {openedAt} UTC',
  span: '{openedAt} to {resolvedAt} UTC',
  incidents: {
    open: 'Open incidents',
    past: 'Incidents of the last 90 days',
    none: 'No incident ended in the last 90 days.',
  },
  notes: {
    title: 'How it is measured',
    probes:
      'Every 30 seconds this installation asks each part for a real answer: a page, a REST call, a new socket, stored bars. An answer after 3 seconds counts as limited, none after 10 seconds as down.',
    uptime:
      'Up: the share of the measured rounds in which the part worked without limits. The figure is cut, not rounded: 100% means that no round failed. Rounds that are missing count neither way; how much of the time was measured stands beside it.',
    bars: 'A bar is a UTC day. Its colour is the worst of the day, its height the share of the day that was measured.',
    feeds:
      'Live data: a market that trades without an event for three minutes is silent. While all markets of a class are closed there is nothing to judge.',
    unknown: 'Where nothing could be measured, this page says unknown; it never assumes that a part works.',
  },
} as const

export default status

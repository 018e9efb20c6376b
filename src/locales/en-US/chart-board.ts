const board = {
  grid: 'Charts beside each other',
  charts: '{count, plural, one {One chart} other {# charts}}',
  linked: 'Linked',
  links: { interval: 'Interval', crosshair: 'Crosshair', time: 'Time', symbol: 'Symbol' },
} as const

export const replay = {
  label: 'Replay',
  begin: 'Replay history bar by bar',
  back: 'One bar back',
  forward: 'One bar on',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  barsASecond: '{speed, plural, one {# bar} other {# bars}} a second',
  place: 'Place in history',
  leave: 'To live',
} as const

export default board

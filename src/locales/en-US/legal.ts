const legal = {
  updated: 'Last changed',
  contents: 'Contents',
  operator: 'the operator of this site',
  address: 'the postal address is available from {email}',
  jurisdiction: 'the place where the operator is established',
  poweredBy: 'This site runs on {software}.',
} as const

export default legal

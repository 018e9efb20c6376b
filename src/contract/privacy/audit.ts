/**
 * Fields of an audit row's detail that say nothing about a person: ids and figures of the books. Numbers and booleans never
 * do. Everything else is kept apart, where a deletion takes it out.
 */
export const plainAuditFields: ReadonlySet<string> = new Set([
  'chainId',
  'due',
  'exchange',
  'hash',
  'job',
  'keyId',
  'method',
  'micro',
  'missing',
  'network',
  'orderNo',
  'payable',
  'plan',
  'planId',
  'provider',
  'received',
  'role',
  'socketId',
  'state',
  'symbol',
  'team',
  'txHash',
  'verb',
])

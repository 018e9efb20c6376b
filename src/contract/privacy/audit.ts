/**
 * Fields of an audit row's detail that identify no person: ids and ledger amounts. Values that are numbers or
 * booleans never identify a person. All other fields are stored separately, and a deletion removes them.
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

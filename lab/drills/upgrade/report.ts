import type { UpgradeResult } from './side-by-side.ts'

export function upgradeReport(result: UpgradeResult): string {
  const { customers, keyNames, layouts, orders, paid, revoked } = result.promised
  return `# npm run drill -- upgrade

The last release (${result.release.slice(0, 8)}) serves under load. This release starts beside it on the same PostgreSQL, ClickHouse and Redis, and
migrates them. Both serve, the last release stops, this one serves alone. Then a data folder of the last release starts
with this one, and accounts, keys, orders, alerts, layouts, the ledger and bars are compared.

| | |
|---|---|
| requests | ${result.requests} |
| left out because too many waited | ${result.skipped} |
| failed | ${result.failures.length} |
| acknowledged | ${customers} customers, ${keyNames} names of keys, ${layouts} layouts, ${orders} orders, ${paid} payments, ${revoked} revocations |
| acknowledged and lost | ${result.lost.length} |

${[...result.failures, ...result.lost].map((line) => `- ${line}`).join('\n') || 'Everything fits.'}
`
}

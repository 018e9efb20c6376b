import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type DrillResult, killPayments } from '#lab/drills/payment-drill.ts'
import { drillSettings } from '#lab/drills/payment-drill-chain.ts'
import { testPlatform } from '#test/fixtures/platform.ts'

/** `npm run drill -- payments` is larger and writes a report. */
const { TAPEWIRE_DRILL_TRANSFERS, TAPEWIRE_DRILL_KILLS, TAPEWIRE_DRILL_SEED, TAPEWIRE_DRILL_REPORT } = process.env
const transfers = Number(TAPEWIRE_DRILL_TRANSFERS ?? 60)
const kills = Number(TAPEWIRE_DRILL_KILLS ?? 3)
const seed = Number(TAPEWIRE_DRILL_SEED ?? 1)

test(
  `while the payments process is killed, none of ${transfers} transfers is lost or credited twice (kills: ${kills})`,
  async () => {
    await using ctx = await testPlatform({ settings: drillSettings })
    const result = await killPayments(ctx, { seed, transfers, kills })
    console.log(result)
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, report(result))
    expect(result).toMatchObject({ lost: 0, doubled: 0, broken: [], kills })
    expect(result.transfers).toBeGreaterThanOrEqual(transfers)
    expect(result.otherTokens.noted).toBeGreaterThan(0)
    expect(result.creditedAtLastKill).toBeGreaterThan(0)
    expect(result.wrongAnswers).toBeGreaterThan(kills)
  },
  60_000 + kills * 20_000,
)

const about = `Customers order and pay over the account API while the payments process is killed with SIGKILL and the nodes err at random, in every way
that the sandbox knows, sixty times as fast as time goes, on three networks and with tokens that are not ours; PostgreSQL and the chains stay up, and at the end the nodes tell the truth.
Lost: transfers on the chain without their ledger entry; doubled: entries beyond. Below the table: balances, grants, mails or answers
with status 200 that do not fit the end state.
`

function report({ broken, ...figures }: DrillResult): string {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${text(value)} |`)
  const faults = broken.length === 0 ? 'Everything fits.' : broken.map((line) => `- ${line}`).join('\n')
  return `# npm run drill -- payments\n\n${about}\n| | |\n|---|---|\n${rows.join('\n')}\n\n${faults}\n`
}

function text(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

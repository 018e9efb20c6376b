import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type SoakResult, soak } from '#lab/drills/soak.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { nameOf } from '#test/fixtures/family.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { spawnProduct } from '#test/fixtures/spawned.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

/** `npm run drill -- soak` runs for two hours, checks the memory, too, and writes its report. */
const { TAPEWIRE_DRILL_SECONDS, TAPEWIRE_DRILL_REPORT } = process.env
const drillSeconds = Number(TAPEWIRE_DRILL_SECONDS ?? 0)
const seconds = drillSeconds || 8
/** The number of failed requests in the report. */
const failuresShown = 20
/** The maximum growth of the processes' own memory in the second half, MiB. */
const growthMibMax = 5

test(
  'under a steady load no request fails, and every request, event and socket is counted',
  async () => {
    await using dataDir = await usedDataDir()
    const port = await freePort()
    await using product = await spawnProduct(dataDir.path, { METRICS_PORT: String(port) })
    await product.ready()
    const customer = await signUp(product.site, 'ada@example.com')
    await operate(
      dataDir.path,
      'subscription grant',
      customer.email,
      '--plan',
      'integrated-enterprise',
      '--months',
      '1',
    )
    const result = await soak(product, `http://127.0.0.1:${port}`, customer, seconds)
    const growth = growthIn(result.memory.map(({ own }) => own))
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, report(result, growth))
    expect(result.requests.failed.slice(0, 5)).toEqual([])
    expect(result.requests.counted).toBe(result.requests.sent)
    expect(result.deliveries.received).toBeGreaterThan(seconds)
    expect(result.deliveries.counted).toBe(result.deliveries.received)
    expect(result.sockets).toEqual({ open: 30, counted: 30, after: 0 })
    for (const { heap, clickhouse } of result.counters) expect(Math.min(heap, clickhouse)).toBeGreaterThan(0)
    if (drillSeconds > 0) expect(growth).toBeLessThanOrEqual(growthMibMax)
  },
  120_000 + seconds * 1_100,
)

/** The growth in the second half: the difference of the lowest values of its first and last sixth. */
function growthIn(values: readonly number[]): number {
  const second = values.slice(values.length / 2)
  const length = Math.max(1, Math.floor(second.length / 6))
  return Math.min(...second.slice(-length)) - Math.min(...second.slice(0, length))
}

/** The processes that ran from the first sample to the last, with their growth in the second half, largest first. */
function growthOfProcesses(memory: SoakResult['memory']): { command: string; growth: number }[] {
  return [...(memory[0]?.processes ?? [])]
    .map(([pid, { command }]) => ({ command, own: memory.flatMap(({ processes }) => processes.get(pid)?.own ?? []) }))
    .filter(({ own }) => own.length === memory.length)
    .map(({ command, own }) => ({ command, growth: growthIn(own) }))
    .sort((a, b) => b.growth - a.growth)
}

function report({ requests, deliveries, sockets, pages, memory, counters }: SoakResult, growth: number): string {
  const every = Math.max(1, Math.floor(memory.length / 24))
  const rows = memory
    .filter((_, n) => n % every === 0)
    .map(({ at, pss, own }) => {
      const { heap, clickhouse } = counters.findLast((one) => one.at <= at + 1) ?? { heap: 0, clickhouse: 0 }
      return `| ${[at / 60, pss, own, heap, clickhouse].map((figure) => figure.toFixed(1)).join(' | ')} |`
    })
  return `# npm run drill -- soak

${(seconds / 60).toFixed(0)} minutes of ${sockets.open} sockets, 25 requests a second and a page a second on one install.

- Requests: ${requests.sent} sent, ${requests.counted} counted on the page of usage, ${requests.failed.length} failed; ${pages} pages
${requests.failed
  .slice(0, failuresShown)
  .map((failure) => `  - ${failure}\n`)
  .join('')}- Events: ${deliveries.received} received, ${deliveries.counted} counted by the gateway
- Own memory of all processes in the second half: ${growth.toFixed(1)} MiB more at its end than at its beginning, lowest points compared (goal: at most ${growthMibMax})
${growthOfProcesses(memory)
  .filter((one) => Math.abs(one.growth) >= 1)
  .map((one) => `  - ${one.growth.toFixed(1)} MiB: ${nameOf(one.command)}\n`)
  .join(
    '',
  )}- Of it the old generation of V8, in all processes: ${growthIn(counters.map(({ heap }) => heap)).toFixed(1)} MiB; memory by the count of ClickHouse: ${growthIn(counters.map(({ clickhouse }) => clickhouse)).toFixed(1)} MiB

| Minute | PSS, MiB | own, MiB | V8, MiB | ClickHouse, MiB |
|---:|---:|---:|---:|---:|
${rows.join('\n')}
`
}

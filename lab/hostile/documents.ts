import { accountOpenApi } from './account-openapi.ts'
import { replayOf } from './har.ts'
import { blockedMsMax, emptyReport, judge, nameOf, type Report, send } from './onslaught.ts'
import type { Endpoint } from './routes.ts'
import { installSchemathesis, runSchemathesis } from './schemathesis.ts'
import type { Target } from './target.ts'

export type DocumentFuzzing = {
  target: Target
  endpoints: readonly Endpoint[]
  seconds: number
  seed: number
  folder: string
}

/** Fuzzes the data API, then the account API by their documents. Null if Schemathesis cannot be installed. */
export async function fuzzDocuments({
  target,
  endpoints,
  seconds,
  seed,
  folder,
}: DocumentFuzzing): Promise<Report | null> {
  const program = installSchemathesis(folder)
  if (!program) return null
  const { key, cookie } = await target.customer()
  const published = await fetch(`${target.gateway.url}/openapi.json`)
  const documents = {
    gateway: { header: `token: ${key}`, document: (await published.json()) as object },
    site: { header: `cookie: ${cookie}`, document: accountOpenApi(endpoints, target.site.url) },
  }
  const report = emptyReport()
  for (const origin of ['gateway', 'site'] as const) {
    const { url } = target[origin]
    const share = Math.max(5, Math.round(seconds / 2))
    await target.longestBlock()
    const run = { ...documents[origin], name: origin, url, seconds: share, seed, folder }
    const { foundNothing, entries } = await runSchemathesis(program, run)
    const attacks = entries.map((entry) => replayOf(entry, origin))
    for (const [index, { response }] of entries.entries()) {
      const attack = attacks[index]
      if (attack) judge(nameOf(attack), { status: response.status, body: response.content?.text ?? '' }, false, report)
    }
    report.requests += entries.length
    if (entries.length === 0 || (!foundNothing && report.busy + report.faults.length === 0))
      report.faults.push({ attack: `schemathesis on ${origin}`, status: 0, body: 'see its own lines above' })
    if ((await target.longestBlock()) > blockedMsMax) await send(target, attacks, report)
  }
  return report
}

import { openApiOf } from './endpoints-openapi.ts'
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

type Published = { paths: Record<string, object> }
type Document = { name: string; origin: Endpoint['origin']; headers: string[]; document: object }

/**
 * Fuzzes the data API, the account API, the console, MCP and pushes according to their documents. Null if Schemathesis
 * cannot be installed.
 */
export async function fuzzDocuments({
  target,
  endpoints,
  seconds,
  seed,
  folder,
}: DocumentFuzzing): Promise<Report | null> {
  const program = installSchemathesis(folder)
  if (!program) return null
  const documents = await documentsOf(target, endpoints)
  const report = emptyReport()
  for (const { origin, ...own } of documents) {
    const { url } = target[origin]
    const share = Math.max(5, Math.round(seconds / documents.length))
    await target.longestBlock()
    const { foundNothing, entries } = await runSchemathesis(program, { ...own, url, seconds: share, seed, folder })
    const answered = report.busy + report.faults.length
    const attacks = entries.map((entry) => replayOf(entry, origin))
    for (const [index, { response }] of entries.entries()) {
      const attack = attacks[index]
      if (attack) judge(nameOf(attack), { status: response.status, body: response.content?.text ?? '' }, false, report)
    }
    report.requests += entries.length
    if (entries.length === 0 || (!foundNothing && report.busy + report.faults.length === answered))
      report.faults.push({ attack: `schemathesis on ${own.name}`, status: 0, body: 'see its own lines above' })
    if ((await target.longestBlock()) > blockedMsMax) await send(target, attacks, report)
  }
  return report
}

async function documentsOf(target: Target, endpoints: readonly Endpoint[]): Promise<Document[]> {
  const { customer, staff, producer } = await target.identities()
  const published = (await (await fetch(`${target.gateway.url}/openapi.json`)).json()) as Published
  // Schemathesis cannot write NDJSON, so pushes have a separate document.
  const paths = Object.fromEntries(Object.entries(published.paths).filter(([path]) => !path.startsWith('/ingest')))
  const { site, gateway } = target
  const calls = endpoints.filter(({ kind }) => kind === 'call')
  const account = calls.filter((one) => one.origin === 'site' && one.as === 'customer')
  const console = calls.filter((one) => one.origin === 'site' && one.as === 'staff')
  const push = calls.filter(({ as }) => as === 'producer')
  const mcp = calls.filter(({ path }) => path === '/mcp')
  const token = `token: ${customer.key}`
  const accept = 'accept: application/json, text/event-stream'
  return [
    { name: 'gateway', origin: 'gateway', headers: [token], document: { ...published, paths } },
    { name: 'site', origin: 'site', headers: [`cookie: ${customer.cookie}`], document: openApiOf(account, site.url) },
    { name: 'console', origin: 'site', headers: [`cookie: ${staff}`], document: openApiOf(console, site.url) },
    { name: 'push', origin: 'gateway', headers: [`token: ${producer}`], document: openApiOf(push, gateway.url) },
    { name: 'mcp', origin: 'gateway', headers: [token, accept], document: openApiOf(mcp, gateway.url) },
  ]
}

import { get, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { defaultLocale, locales } from '#src/contract/locale.ts'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { load } from './load.ts'
import { pageWeights } from './page-weights.ts'
import { serve } from './serve.ts'
import { frameworkBytes } from './template/scripts.ts'
import { startTemplate } from './template/start.ts'

const compressed = 'accept-encoding: br'
const kept = ['', '/pricing', '/products/stocks', '/docs/quick-start', '/blog'] as const
const rendered = [
  ...kept,
  ...['/products/indices', '/products/forex', '/products/crypto', '/products/future', '/products/fund'],
  ...['/docs', '/docs/stream', '/docs/errors', '/docs/rest/stock', '/docs/indicators', '/faq', '/contact', '/terms'],
  ...['/privacy', '/docs/guides/reading-a-gap-in-a-stream'],
]

/** Measures the whole product with all its roles, as `npm start` starts it. The load comes from a separate process. */
export const bench: Bench = {
  about: 'public pages: the first rendering, and kept ones beside a bare server that sends the same bytes',
  async run(report) {
    await using folder = await temporaryDataDir()
    await using product = await spawnProduct(folder.path)
    await product.ready()
    await pageWeights(report, product.site, await frameworkBytes(join(import.meta.dirname, '../..')))
    await untilAtRest(product.child.pid ?? 0)
    await firstRenderings(report, product.site)
    const paths = kept.map((path) => `/${defaultLocale}${path}`)
    const html = await Promise.all(paths.map(async (path) => [path, await (await fetch(product.site + path)).text()]))
    await using template = await startTemplate(folder.path, Object.fromEntries(html))
    for (const path of paths) await keptPage(report, { site: product.site, template: template.port }, path)
  },
}

/**
 * Measures the first rendering of each page in the languages that are not rendered at the start. Before that, each page
 * is loaded once in the default language, so that its code is compiled.
 */
async function firstRenderings(report: Report, site: string): Promise<void> {
  for (const path of rendered) await took(`${site}/${defaultLocale}${path}`)
  const languages = locales.filter((locale) => locale !== defaultLocale)
  const times: { path: string; ms: number }[] = []
  for (const path of languages.flatMap((locale) => rendered.map((path) => `/${locale}${path}`)))
    times.push({ path, ms: await took(site + path) })
  const slowest = times.reduce((a, b) => (a.ms > b.ms ? a : b))
  const { p50 } = quantiles(times.map(({ ms }) => ms))
  report.row({
    id: 'pageFirst',
    what: `first rendering of ${times.length} pages, p50`,
    value: p50,
    unit: 'ms',
    goal: { atMost: 50 },
  })
  report.row({ what: `the slowest, ${slowest.path}`, value: slowest.ms, unit: 'ms', goal: { atMost: 50 } })
}

async function took(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - began
}

type Ports = { site: string; template: number }

async function keptPage(report: Report, { site, template }: Ports, path: string): Promise<void> {
  const { headers, body } = await getRaw(site + path)
  await using bare = await serve((_, outgoing) => {
    outgoing.writeHead(200, headers)
    outgoing.end(body)
  })
  const baseline = await load({ port: bare.port, path, header: compressed })
  const ours = await load({ port: Number(new URL(site).port), path, header: compressed })
  const plain = await load({ port: template, path, header: compressed })
  const row = { what: `kept ${path}, ${(body.length / 1024).toFixed(1)} KB`, value: ours.perSecond, unit: '/s' }
  const [id, templateId] = path === `/${defaultLocale}` ? (['pageServer', 'pageTemplate'] as const) : []
  const bareServer = { what: 'a bare node:http server', value: baseline.perSecond }
  report.row({ ...row, ...(id && { id }), baseline: bareServer, goal: { ratioAtLeast: 0.5 } })
  const rendered = { what: 'a plain React Router app', value: plain.perSecond }
  report.row({ ...row, ...(templateId && { id: templateId }), baseline: rendered })
}

function getRaw(url: string): Promise<{ headers: OutgoingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) =>
    get(url, { headers: { 'accept-encoding': 'br' } }, async (incoming) => {
      const { connection: _, date: __, ...headers } = incoming.headers
      resolve({ headers, body: Buffer.concat(await incoming.toArray()) })
    }).on('error', reject),
  )
}

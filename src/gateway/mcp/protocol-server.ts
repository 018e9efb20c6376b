import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server'
import { minuteMs } from '#src/contract/time.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { callTool } from './call-tool.ts'
import type { Caller } from './caller.ts'
import { chartAddress, chartPage, chartType } from './chart/chart-resource.ts'
import type { Documents } from './documents.ts'
import { listPrompts, promptText } from './prompts.ts'
import { tools } from './tools.ts'
import { mcpWords } from './words.ts'

// biome-ignore format: a list
const core: readonly string[] = [
  'kline', 'klines', 'quote', 'quotes', 'depth', 'trades', 'movers', 'indicator', 'symbols', 'marketStatus', 'company', 'earningsCalendar', 'limits',
]
const all = [...tools.values()].map((tool) => tool.listed)
const listed = { all, core: all.filter(({ name }) => core.includes(name)) }

/** The time for which clients may cache lists. Lists rarely change, and do not depend on the key. */
const hours = { ttlMs: 60 * minuteMs, cacheScope: 'private' } as const

/** A stateless protocol server for one message, with our tools, prompts and documents. */
export function protocolServer(ctx: Platform, documents: Documents, caller: Caller): Server {
  const { name: provider, slug, supportEmail } = brandOf(ctx)
  const server = new Server(
    { name: slug, title: provider, version: packageJson.version, websiteUrl: caller.siteUrl },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions({ provider, supportEmail, isSandbox: ctx.settings.mode === 'sandbox' }),
      cacheHints: { 'tools/list': hours, 'prompts/list': hours, 'resources/list': hours, 'server/discover': hours },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listed[caller.tools] }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.get(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return callTool(caller, tool, params.arguments ?? {})
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(caller.locale) }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    promptText(caller.locale, params.name, params.arguments ?? {}),
  )
  offerResources(server, documents, caller)
  return server
}

function offerResources(server: Server, documents: Documents, { locale, siteUrl }: Caller): void {
  const chart = { uri: chartAddress, name: 'chart', title: mcpWords(locale)('chart.title'), mimeType: chartType }
  server.setRequestHandler('resources/list', async () => {
    const pages = await documents.list(locale).catch(() => unreadable(`${siteUrl}/${locale}/docs`))
    return { resources: [chart, ...pages] }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: documents.template(), name: 'documentation', mimeType: 'text/markdown' }],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri === chartAddress)
      return { contents: [{ uri, mimeType: chartType, text: chartPage, _meta: { ui: { prefersBorder: true } } }] }
    const text = await documents.read(uri).catch(() => unreadable(uri))
    if (text === null) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  })

  function unreadable(url: string): never {
    throw new ProtocolError(ProtocolErrorCode.InternalError, mcpWords(locale)('advice.unreadable', { url }))
  }
}

type Facts = { provider: string; supportEmail: string; isSandbox: boolean }

function instructions({ provider, supportEmail, isSandbox }: Facts): string {
  return [
    `Market data of ${provider}: stocks, forex, indices, crypto, futures and funds. Every tool is a call of the data REST with the limits of the key.`,
    'Instruments: a class, a code (AAPL, 700, EURUSD, BTCUSD) and for stocks, funds and futures a region (US, HK, CN). Usual spellings are accepted; `symbols` finds codes by a `query`.',
    'Units: times are ms since 1970 UTC; prices and turnover in the currency of the exchange, not adjusted unless `adjust` says so; chp in percent; delay in seconds.',
    'An answer is a sentence with the number of rows, the delay of the plan and the source, then rows as CSV with times in UTC, then what is missing and why, and the cursor of the next rows.',
    'A bar with final=false is still running. Each tool call costs one call of the minute: prefer `klines` and `quotes` with many codes over many calls.',
    `Customer service of ${provider}: ${supportEmail}.`,
    ...(isSandbox
      ? [
          'This installation is a sandbox: it simulates the instruments that have no data of their own. Say so when you quote a price whose source is simulated or not named.',
        ]
      : []),
  ].join('\n')
}

import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { canonicalAddress } from '#src/accounts/account/address.ts'
import { passwordFault, passwordLengthMax } from '#src/accounts/factors/password.ts'
import { readSessionToken } from '#src/accounts/sessions/session.ts'
import { parseAddress } from '#src/billing/chains/address.ts'
import * as accountRoutes from '#src/contract/account/accounts.ts'
import * as alertRoutes from '#src/contract/account/alerts.ts'
import * as billingRoutes from '#src/contract/account/billing.ts'
import * as keyRoutes from '#src/contract/account/keys.ts'
import * as layoutRoutes from '#src/contract/account/layouts.ts'
import * as choiceRoutes from '#src/contract/account/order-choice.ts'
import * as securityRoutes from '#src/contract/account/security.ts'
import * as supportRoutes from '#src/contract/account/support.ts'
import * as teamRoutes from '#src/contract/account/team.ts'
import * as watchlistRoutes from '#src/contract/account/watchlists.ts'
import { parseMicro } from '#src/contract/money.ts'
import type { Route } from '#src/contract/route.ts'
import { clientMessages } from '#src/contract/stream.ts'
import { streamPath } from '#src/contract/stream-names.ts'
import { nameMax, readName } from '#src/contract/values/human-name.ts'
import { pathInSite } from '#src/contract/values/return-path.ts'
import { Query } from '#src/gateway/rest/wire/call.ts'
import { sentSecret } from '#src/gateway/rest/wire/incoming.ts'
import { formatOf } from '#src/gateway/rest/wire/respond.ts'
import { readMessage } from '#src/gateway/stream/protocol/message.ts'
import { isWellFormed } from '#src/keys/key/secret.ts'
import { parseInterval } from '#src/market/bars/interval.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import { parseDecimal } from '#src/market/import/file/numbers.ts'
import { parseInstrumentKey, readSymbol } from '#src/market/instruments/symbol.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import { requestLocale } from '#src/platform/http/envelope.ts'
import { parseJson } from '#src/platform/http/json.ts'
import { checked } from '#src/platform/http/request.ts'
import { targetRefusal } from '#src/platform/http/request-guard.ts'
import { redact, scrub } from '#src/platform/log/redaction.ts'
import { splitCsvLine } from '#src/platform/text/csv.ts'
import { canonicalPath } from '#src/site/addresses/canonical-path.ts'
import { readerLocale } from '#src/site/addresses/reader-locale.ts'
import { searchDocs } from '#src/site/content/search/docs-search.server.ts'
import { targetOf } from '#src/usage/usage.ts'
import { callsIn, endsOnLongText, longTextLength } from '#test/fixtures/linear-work.ts'
import { testSettings } from '#test/fixtures/settings.ts'

/** Fragments that make regular expressions and loops slow. Each is repeated until the text is long. */
// biome-ignore format: a table
const shapes = [
  'a', '0', '.', ',', ';', ' ', '=', '/', '-', '$', '"', '\\"', '%25', '@', 'a.', 'a@a.', '::1,', 'q=1;', 'en;q=1,', 'a=;', 'é́', '中', '\n', '{"a":', 'token',
]

const settings = testSettings()
const noPages = new Map<string, string>()
const proxies = ['127.0.0.0/8', '::/0']

const sent = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage
const header = (name: string, text: string) => new Headers({ [name]: `x${text.replaceAll(/[^ -~]/g, '-')}x` })

/** Parsers of text from a client, a node, a provider or a file. */
const parsers: [string, (text: string) => unknown][] = [
  ['a path', (text) => [targetRefusal(`/${text}`), canonicalPath(`/en-US/${text}`, noPages), streamPath(text)]],
  ['a query', (text) => [targetRefusal(`/?${text}`), targetOf(`/?${text}`), new Query(text)]],
  ['a return path', (text) => [pathInSite(text), pathInSite(`/${text}`)]],
  ['a symbol', (text) => [readSymbol(null, text), readSymbol('forex', `A${text}`), parseInstrumentKey(text)]],
  ['a time and an interval', (text) => [parseInstant(text), parseInterval(text)]],
  ['a search of the documentation', (text) => searchDocs('en-US', { settings, kept: new Map() }, text)],
  ['Accept', (accept) => formatOf(new Query(''), { accept })],
  ['Accept-Language, of the API', (text) => requestLocale(header('accept-language', text), 'en-US')],
  ['Accept-Language, of the site', (text) => readerLocale(header('accept-language', text))],
  ['Authorization', (text) => readSessionToken(settings, header('authorization', `Bearer ${text}`))],
  ['Authorization, of the gateway', (text) => sentSecret(sent({ authorization: `Bearer ${text}` }), new Query(''))],
  ['a cookie', (text) => [readCookie(text, 'lang'), readSessionToken(settings, header('cookie', text))]],
  [
    'the language in a cookie',
    (text) => [readerLocale(header('cookie', text)), requestLocale(header('cookie', text), 'en-US')],
  ],
  ['X-Forwarded-For', (text) => clientAddress(sent({ 'x-forwarded-for': text }), proxies)],
  ['a key', isWellFormed],
  ['a mail address', (text) => [canonicalAddress(text), canonicalAddress(`${text.slice(0, 500)}!`)]],
  [
    'a password',
    (text) => [passwordFault(text, 'a@b.c'), passwordFault(`a${text.slice(0, passwordLengthMax - 2)}中`, 'a@b.c')],
  ],
  ['a name', (text) => [readName(text, nameMax.note), readName(text.slice(0, nameMax.note), nameMax.note)]],
  [
    'an address of a chain and an amount',
    (text) => [parseAddress(text, 'tron'), parseAddress(text, 'evm'), parseMicro(text)],
  ],
  ['a message of the stream', readMessage],
  ['a line of an import', splitCsvLine],
  ['a number of an import', (text) => parseDecimal(`${text}x`, 0, text.length + 1)],
  ['a text for the log', scrub],
  ['the name of a field for the log', (text) => redact({ [`${text}\n`]: 1 })],
]

test.each(parsers)('a long text of a repeated fragment is parsed in linear time as %s', (_name, parse) => {
  for (const shape of shapes) {
    const text = shape.repeat(longTextLength / shape.length)
    endsOnLongText(() => refused(() => parse(text)))
  }
})

/** Runs `work`. A refusal or another error counts as a normal result here. */
function refused(work: () => unknown): void {
  try {
    work()
  } catch {
    return
  }
}

/** The size of the largest body of a request. */
const bodyLengthMax = 60 * 1024
const list = (item: string) => `[${Array(Math.floor(bodyLengthMax / (item.length + 1))).fill(item)}]`
const record = (value: string) => `{${Array.from({ length: 4_500 }, (_, at) => `"n${at}":${value}`)}}`
const values = [list('1'), list('{}'), list('null'), list('"a"'), list('""'), record('0.5'), record('""'), record('{}')]

test.each(['subscribe', 'unsubscribe', 'resume', 'auth', 'ping', 'list'] as const)(
  'the validation of a %s message with wrong lists stops at the first wrong item',
  (ac) => {
    const messages = values.flatMap((value) => [
      `{"ac":"${ac}","params":${value}}`,
      `{"ac":"${ac}","params":"a","types":${value}}`,
    ])
    const parse = vi.spyOn(clientMessages[ac], 'safeParse')
    for (const message of messages) readMessage(message)
    for (const { value } of parse.mock.results) expect(value.error?.issues.length ?? 0).toBeLessThan(2)
  },
)

test('when an object with 5,000 long texts is logged, redaction reads only the first of these texts', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`n${at}`, 'a://b:c'.repeat(2_000)]))
  const logs = () => redact({ cause: new Error('refused', { cause: many }) })
  expect(callsIn(logs, [String.prototype, 'replace'])).toBeLessThan(1_000)
})

const routes: Route[] = [
  accountRoutes,
  alertRoutes,
  billingRoutes,
  choiceRoutes,
  keyRoutes,
  layoutRoutes,
  securityRoutes,
  supportRoutes,
  teamRoutes,
  watchlistRoutes,
].flatMap((module) => Object.values<unknown>(module).filter(isRoute))

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'body' in value
}

/** The maximum number of issues in a report: a long list must not cause an issue for each item. */
const issuesMax = 10
const bodyTexts = ['a', 'a@a.'].map((shape) => JSON.stringify(shape.repeat(longTextLength / shape.length)))

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'long texts and lists in the body of %s are parsed in linear time',
  (_name, route) => {
    const { body } = route
    const anyQuery = { ...route, params: z.unknown(), query: z.unknown() }
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : ['x']
    for (const field of fields)
      for (const value of [...bodyTexts, list('{}')]) {
        const sent = parseJson(`{"${field}":${value}}`)
        endsOnLongText(() => refused(() => checked(anyQuery, { body: sent })))
        expect(body?.safeParse(sent).error?.issues.length ?? 0).toBeLessThan(issuesMax)
      }
  },
)

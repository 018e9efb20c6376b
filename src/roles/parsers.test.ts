import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { Providers } from '#src/accounts/providers/providers.ts'
import { httpTransport } from '#src/billing/chains/json-rpc.ts'
import { readFrontMatter } from '#src/content/texts/front-matter.ts'
import { isRefusal } from '#src/contract/errors.ts'
import { readFrame } from '#src/feed/sources/massive/frames.ts'
import { readMessage } from '#src/gateway/stream/protocol/message.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import { requestLocale } from '#src/platform/http/envelope.ts'
import { parseJson } from '#src/platform/http/json.ts'
import { fetchAtMost } from '#src/platform/http/read-at-most.ts'
import { postToStranger } from '#src/platform/webhooks/post-to-stranger.ts'
import { renderInline, renderMarkdown } from '#src/site/content/library/blocks.server.ts'
import { readQuestions } from '#src/site/content/library/questions.server.ts'
import { picture } from '#src/site/pictures/pictures.server.ts'
import { endsOnLongText, longTextLength } from '#test/fixtures/linear-work.ts'

/**
 * The number of texts for each parser. `npm run drill -- parsers` draws many more, and measures the processor time of
 * each.
 */
const drillTexts = process.env.TAPEWIRE_DRILL_TEXTS
const drawn = Number(drillTexts ?? 3)
/**
 * In the drill, the longest time for which a text from the network may block the event loop, in ms of processor time.
 */
const blockedMsMax = 100

const kib = 1024
/** The text length below which parsers need not be linear. */
const longBytesMin = 16 * kib
type Parser = { name: string; bytesMax: number; msMax?: number; parse: (text: string) => unknown }

const parsers: Parser[] = [
  { name: 'JSON of a body', bytesMax: 64 * kib, parse: parseJson },
  { name: 'a message of the stream', bytesMax: 64 * kib, parse: readMessage },
  { name: 'a frame of a vendor', bytesMax: 64 * kib, parse: (text) => readFrame({ ev: 'T', sym: text, x: text }) },
  { name: 'the front matter of a text', bytesMax: 256 * kib, parse: (text) => readFrontMatter('a.md', `---\n${text}`) },
  // The operator's texts have at most 256 KiB, and a page shows only a few of them.
  {
    name: 'Markdown of a text',
    bytesMax: 256 * kib,
    msMax: 400,
    parse: (text) => renderMarkdown(text, 'en-US', ['NASDAQ:AAPL']),
  },
  { name: 'questions of a text', bytesMax: 256 * kib, parse: (text) => readQuestions(text, 'en-US') },
  { name: 'a line of Markdown', bytesMax: 4 * kib, parse: (text) => renderInline(text, 'zh-CN') },
  { name: 'a cookie', bytesMax: 16 * kib, parse: (text) => readCookie(text, 'theme') },
  {
    name: 'languages of a reader',
    bytesMax: 16 * kib,
    parse: (text) => requestLocale({ get: () => text } as never, 'en-US'),
  },
  {
    name: 'the address of a picture',
    bytesMax: kib,
    parse: (text) => picture(new Request(`http://site/img/${encodeURIComponent(text.toWellFormed())}.svg`)),
  },
  {
    name: 'a form with files',
    bytesMax: 64 * kib,
    parse: (text) =>
      new Request('http://site/', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: `--x\r\ncontent-disposition: form-data; name="${text}"\r\n\r\n${text}`,
      }).formData(),
  },
]

/** Pieces that nest, open without an end, or can be read in several ways. */
const pieces = [
  ...[
    '[',
    '{"a":',
    '[]',
    '{},',
    '"\\u0041",',
    '\\',
    '"',
    ' ',
    '\t',
    '\n',
    '0',
    '1e5,',
    '-',
    '*',
    '**a',
    '_a_ ',
    '`',
    '~',
  ],
  ...[
    '> ',
    '- ',
    '1. ',
    '  - a\n',
    '# ',
    '| a ',
    '|-|\n',
    '![',
    '](',
    '[a](',
    '[a]: <',
    '<a',
    '<!--',
    '&',
    '&#',
    '=\n',
  ],
  ...[
    'a=b; ',
    'en;q=0.1,',
    '--x\r\n',
    '\r\n\r\n',
    'a@b.',
    'http://a.',
    'www.',
    '\u0301',
    '中',
    '\ud800',
    '---\n',
    'a: b\n',
  ],
]

const text = (bytesMax: number) =>
  fc
    .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }), fc.constantFrom('', 'x', ']', '"}'))
    .map(([parts, end]) => {
      const part = parts.join('')
      return part.repeat(Math.max(1, Math.floor(bytesMax / Buffer.byteLength(part)))) + end
    })

/** Parses on this thread, without a time limit for work that waits. A refusal or an error is a normal result. */
async function read(parse: Parser['parse'], input: string): Promise<void> {
  const accept = (cause: unknown) => {
    if (!isRefusal(cause) && !(cause instanceof Error)) throw cause
  }
  const parsed = endsOnLongText(() => {
    try {
      return parse(input)
    } catch (cause) {
      return accept(cause)
    }
  })
  await Promise.resolve(parsed).catch(accept)
}

/** The lowest processor time of three runs counts. */
async function expectCheap({ name, msMax, parse }: Omit<Required<Parser>, 'bytesMax'>, input: string): Promise<void> {
  let ms = Number.POSITIVE_INFINITY
  for (let times = 0; times < 3 && ms > msMax; times += 1) ms = Math.min(ms, await cost(parse, input))
  expect(ms, `${name}: ${JSON.stringify(input.slice(0, 60))}`).toBeLessThan(msMax)
}

async function cost(parse: Parser['parse'], input: string): Promise<number> {
  const before = process.threadCpuUsage()
  await read(parse, input)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

test.each(parsers)(
  'long texts are parsed in linear time: $name',
  async ({ name, bytesMax: bytesAccepted, msMax = blockedMsMax, parse }) => {
    const bytesMax = drillTexts || bytesAccepted < longBytesMin ? bytesAccepted : longTextLength
    const seed = Number(process.env.TAPEWIRE_DRILL_SEED ?? 20_261_128)
    const whole = pieces.map((piece) => piece.repeat(Math.floor(bytesMax / Buffer.byteLength(piece))))
    for (const input of [...whole, ...fc.sample(text(bytesMax), { numRuns: drawn, seed })]) {
      await read(parse, input)
      if (drillTexts) await expectCheap({ name, msMax, parse }, input)
    }
  },
  600_000,
)

/** Somebody else's server, which may answer in any way. */
async function stranger(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends until the client disconnects, and counts the bytes that the client accepted. */
function endless(head: Record<string, string>) {
  const taken = { bytes: 0, isLeft: false }
  const listener: RequestListener = (request, response) => {
    request.resume()
    response.writeHead(200, head)
    const piece = Buffer.alloc(64 * kib, '[')
    const send = () => {
      while (!response.destroyed && response.write(piece)) taken.bytes += piece.length
    }
    response.on('drain', send).on('close', () => (taken.isLeft = true))
    send()
  }
  return { taken, listener }
}

const memoryMax = 16 * kib * kib

test('at most 16 MiB are read of an endless response from a payment node, a sign-in provider or a webhook', async () => {
  const { taken, listener } = endless({ 'content-type': 'application/json' })
  const url = await stranger(listener)
  await expect(httpTransport({ url, headers: {} }, 10_000, 256 * kib)('{}')).rejects.toThrow('larger than')
  await expect(fetchAtMost(256 * kib)(url)).rejects.toThrow('larger than')
  const provider = { id: 'oidc', name: 'x', kind: 'oidc', issuer: url, clientId: 'a' } as const
  await expect(new Providers([{ ...provider, clientSecret: 'b' }]).clientOf(provider)).rejects.toThrow()
  const reach = { networks: ['127.0.0.1'], ports: [] }
  const signal = AbortSignal.timeout(5_000)
  expect(await postToStranger({ url: new URL(url), headers: {}, body: '{}', reach, signal })).toBe(200)
  await expect.poll(() => taken.isLeft).toBe(true)
  expect(taken.bytes).toBeLessThan(memoryMax)
})

import { demoKey } from '#src/contract/site.ts'
import { type GapFrame, gapFrame } from '#src/contract/stream.ts'
import type { PageCall } from '../page/page.server.ts'
import { prettyAnswer, type SampleRequest, sampleUrl } from './samples.ts'
import { figuresKeptMs } from './showcase.server.ts'

/** An example output, and the field in it that proves a point of the home page. */
export type Proof = { text: string; field: string }

/**
 * Example outputs for three points of the home page; null for a point without output. `at`: time of day in UTC, such as
 * `13:05`.
 */
export type Proofs = { gap: Proof; final: Proof | null; refusal: Proof | null; at: string }

const patienceMs = 1_500
/** An instrument that trades around the clock, so its newest bar is running. */
const runningQuery = { region: 'BA', code: 'BTCUSD', interval: '1d', limit: '1' }
/** An instrument that the demo key may not read. */
const refusedQuery = { region: 'US', code: 'MSFT', interval: '1d' }

/** A gap cannot be requested, so the page shows the frame of the stream's documentation. */
const gap: GapFrame = gapFrame.parse({
  type: 'gap',
  s: 'AAPL$US:tick',
  from: 1617200000000043,
  to: 1617200000000090,
  rest: '/stock/trades?region=US&code=AAPL&from=1617220800000',
})

export async function proofsOf(call: PageCall): Promise<Proofs> {
  const { ctx, locale, share } = call
  const [running, refused] = await Promise.all([
    share('running demo', () => answerTo(call, { path: '/crypto/kline', query: runningQuery }), figuresKeptMs),
    // The message of a refusal is in the reader's language.
    share(`refused demo ${locale}`, () => answerTo(call, { path: '/stock/kline', query: refusedQuery }), figuresKeptMs),
  ])
  return {
    gap: { text: prettyFields(gap), field: 'rest' },
    final: runningBar(running),
    refusal: refused && refused.status >= 400 ? { text: prettyAnswer(refused.body), field: 'msg' } : null,
    at: new Date(ctx.clock.now()).toISOString().slice(11, 16),
  }
}

type Answer = { status: number; body: unknown }

/** The response to the demo key, with the message of a refusal in `locale`; null if the gateway did not respond. */
async function answerTo({ ctx, locale }: PageCall, request: Omit<SampleRequest, 'apiUrl'>): Promise<Answer | null> {
  try {
    const response = await fetch(sampleUrl({ apiUrl: ctx.settings.apiFreeUrl, ...request }), {
      headers: { token: demoKey, lang: locale },
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    // Without a response the page shows no proof.
    return null
  }
}

/**
 * The newest bar as a proof that a running bar is marked by the field `final`; null if the newest bar has no such
 * field.
 */
function runningBar(answer: Answer | null): Proof | null {
  const { data } = (answer?.body ?? {}) as { data?: object[] }
  const bar = data?.at(-1)
  return bar && 'final' in bar ? { text: prettyFields(bar), field: 'final' } : null
}

function prettyFields(fields: object): string {
  const lines = Object.entries(fields).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

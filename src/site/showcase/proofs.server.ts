import { gapFrame } from '#src/contract/stream.ts'
import type { PageCall } from '../page/page.server.ts'
import { callDemo } from './demo-call.ts'
import { prettyAnswer } from './samples.ts'
import { type Demo, figuresKeptMs } from './showcase.server.ts'

/**
 * Example outputs for three points of the home page; null if the gateway did not answer. `at`: time of day in UTC,
 * such as `13:05`.
 */
export type Proofs = { gap: string; final: string | null; refusal: string | null; at: string }

const patienceMs = 1_500
/** An instrument that the demo key may not read. */
const refusedQuery = { region: 'US', code: 'MSFT', interval: '1d' }

export async function proofsOf({ ctx, share }: PageCall, demo: Demo): Promise<Proofs> {
  const refusal = await share(
    'refused demo',
    async () => {
      const request = { apiUrl: ctx.settings.apiFreeUrl, path: '/stock/kline', query: refusedQuery }
      const got = await callDemo(request, AbortSignal.timeout(patienceMs))
      return got && got.status >= 400 ? got.body : null
    },
    figuresKeptMs,
  )
  return {
    gap: gapFields(),
    final: runningBar(demo),
    refusal: refusal === null ? null : prettyAnswer(refusal),
    at: new Date(ctx.clock.now()).toISOString().slice(11, 16),
  }
}

/** The fields of the stream's gap frame without values, because a gap cannot be requested. */
function gapFields(): string {
  const [type, ...others] = Object.keys(gapFrame.shape)
  return prettyFields([`"${type}": "gap"`, ...others.map((name) => `"${name}": …`)])
}

function runningBar({ answer }: Demo): string | null {
  const { data } = (answer?.body ?? {}) as { data?: object[] }
  const bar = data?.at(-1)
  return bar ? prettyFields(Object.entries(bar).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)) : null
}

function prettyFields(fields: readonly string[]): string {
  return `{\n${fields.map((field) => `  ${field}`).join(',\n')}\n}`
}

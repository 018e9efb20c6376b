import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedEvents, expectedFacts, factsInGo, rounded } from '#lab/compatible/facts.ts'
import { Outcomes } from '#lab/compatible/outcomes.ts'
import { type RecordedRequest, recording } from '#lab/compatible/recording.ts'
import { compatibleTools } from '#lab/compatible/tools.ts'
import { trading } from '#lab/compatible/trading.ts'
import { type MassiveGateway, massiveGateway } from '#test/fixtures/massive-gateway.ts'

/** `npm run drill -- compatible` fetches the vendors' clients and runs these tests. */
const tools = process.env.TAPEWIRE_DRILL_COMPATIBLE === undefined ? null : compatibleTools()
const minutes = 60_000

let at: MassiveGateway
let expected: Map<string, unknown>
beforeAll(async () => {
  if (!tools) return
  at = await massiveGateway()
  expected = await expectedFacts(at)
}, minutes)
afterAll(async () => {
  if (tools) await at[Symbol.asyncDispose]()
})

const recorded = join(import.meta.dirname, '../../src/gateway/compatible/massive/recorded-requests.json')
const requests: RecordedRequest[] = []
/** With `--record`, stores the requests of the clients for tests that have neither Python nor Go, if all calls passed. */
afterAll(async () => {
  if (tools && process.env.TAPEWIRE_DRILL_COMPATIBLE === 'record' && outcomes.haveAllPassed)
    await writeFile(recorded, `[\n${requests.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
})

/** Runs a customer's program while the market trades; returns the fact of each call. */
async function factsOf(client: string, program: string, args: readonly string[]): Promise<Map<string, unknown>> {
  await using _ = trading(at.ctx)
  using gateway = await recording(client, at.rest.url)
  const [script = [], socket] = [args.slice(0, -1), args.at(-1) ?? '']
  const all = [...script, `${gateway.origin}/massive`, socket, at.key]
  const { stdout } = await promisify(execFile)(program, all, { maxBuffer: 64 << 20 })
  requests.push(...gateway.requests)
  const lines: { call: string; fact: unknown }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.at(-1)?.call).toBe('end')
  return new Map(lines.map(({ call, fact }) => [call, fact]))
}

const outcomes = new Outcomes('Python', 'Go')
afterAll(() => {
  if (tools) outcomes.print('Massive')
})

/** Expects that a client's typed models have read every event of each socket. */
function expectSockets(client: string, facts: ReadonlyMap<string, unknown>): void {
  for (const [socket, events] of Object.entries(expectedEvents))
    outcomes.expect(client, socket, Object.keys(facts.get(socket) ?? {}).sort(), [...events].sort())
}

const feed = () => at.stream.url.replace('ws://', '')

test.runIf(tools)(
  'Massive’s Python client reads the same values from the compatible API as from our REST API, and receives the events of every stream',
  async () => {
    const args = [join(import.meta.dirname, '../compatible/massive_calls.py'), `${feed()}/massive`]
    const facts = await factsOf('Python', tools?.python ?? '', args)
    for (const [call, fact] of expected) outcomes.expect('Python', call, rounded(facts.get(call)), rounded(fact))
    expectSockets('Python', facts)
    outcomes.end('Python')
  },
  3 * minutes,
)

test.runIf(tools)(
  'Massive’s Go client reads the same values from the compatible API as from our REST API, and receives the events of every stream',
  async () => {
    const facts = await factsOf('Go', tools?.go ?? '', [`ws://${feed()}/massive`])
    for (const [call, read] of Object.entries(factsInGo)) {
      const fact = facts.get(call)
      const got = typeof fact === 'string' ? fact : rounded(read(fact))
      outcomes.expect('Go', call, got, rounded(expected.get(call)))
    }
    expectSockets('Go', facts)
    outcomes.end('Go')
  },
  3 * minutes,
)

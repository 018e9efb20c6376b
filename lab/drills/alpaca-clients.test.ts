import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { expectedEvents, expectedFacts, trading } from '#lab/compatible/alpaca-facts.ts'
import { Outcomes } from '#lab/compatible/outcomes.ts'
import { recording } from '#lab/compatible/recording.ts'
import { compatibleTools } from '#lab/compatible/tools.ts'
import { compatibleGateway } from '#test/fixtures/compatible-gateway.ts'

/** `npm run drill -- compatible` fetches the vendor's client for Python and runs this test. */
const tools = process.env.TAPEWIRE_DRILL_COMPATIBLE === undefined ? null : compatibleTools()
const program = join(import.meta.dirname, '../compatible/alpaca_calls.py')
const recorded = join(import.meta.dirname, '../../src/gateway/compatible/alpaca/recorded-requests.json')

test.runIf(tools)(
  'Alpaca’s Python client reads the same values from the compatible API as from our REST API, and receives the events of every stream',
  async () => {
    await using at = await compatibleGateway('alpaca')
    const expected = await expectedFacts(at)
    await using _ = trading(at)
    using gateway = await recording('Python', at.rest.url)
    const args = [program, `${gateway.origin}/alpaca`, `${at.stream.url}/alpaca`, at.key]
    const { stdout } = await promisify(execFile)(tools?.python ?? '', args, { maxBuffer: 64 << 20 })
    const lines: { call: string; fact: unknown }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)?.call).toBe('end')
    const facts = new Map(lines.map(({ call, fact }) => [call, fact]))
    const outcomes = new Outcomes('Python')
    for (const [call, fact] of [...expected, ...Object.entries(expectedEvents)])
      outcomes.expect('Python', call, facts.get(call), fact)
    outcomes.print('Alpaca')
    expect(facts.size).toBe(expected.size + Object.keys(expectedEvents).length + 1)
    outcomes.end('Python')
    if (process.env.TAPEWIRE_DRILL_COMPATIBLE === 'record' && outcomes.haveAllPassed)
      await writeFile(recorded, `[\n${gateway.requests.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
  },
  180_000,
)

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { type RestCase, SdkGateway, type StreamCase } from '#test/fixtures/sdk-gateway.ts'

const run = promisify(execFile)
const cases = resolve('sdk/cases')
const rest: RestCase[] = JSON.parse(readFileSync(join(cases, 'rest.json'), 'utf8'))
const stream: StreamCase[] = JSON.parse(readFileSync(join(cases, 'stream.json'), 'utf8'))

/**
 * Plays every case in a client's runner, which prints one line per case. Compares the records of client and gateway.
 * `repeats`: the run-time system repeats requests without an answer by itself, so requests are not counted.
 */
export async function playAll(program: string, args: readonly string[], cwd: string, repeats = false): Promise<void> {
  await using gateway = await SdkGateway.open(rest, stream)
  const { stdout } = await run(program, [...args, cases, gateway.url], { cwd })
  const lines: { name: string; outcome: Record<string, unknown> }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const outcomes = new Map(lines.map(({ name, outcome }) => [name, outcome]))
  for (const one of rest) {
    const { gives, allowance, waitMs = 0 } = one
    const { requests: all, at } = gateway.seen(one.name)
    const counted = (requests: readonly string[]) => (repeats ? [...new Set(requests)] : requests)
    const requests = counted(all)
    expect({ name: one.name, requests, ...outcomes.get(one.name) }).toMatchObject({
      ...{ name: one.name, requests: counted(one.requests), ...gives },
      ...(allowance && { allowance }),
    })
    expect((at.at(-1) ?? 0) - (at[0] ?? 0), one.name).toBeGreaterThanOrEqual(waitMs - 5)
  }
  for (const one of stream) {
    const wanted = one.connections.flat().flatMap((step) => step.expect ?? [])
    const { messages } = gateway.seen(one.name)
    expect({ name: one.name, messages, ...outcomes.get(one.name) }).toMatchObject({
      ...{ name: one.name, messages: wanted, events: one.events },
    })
  }
}

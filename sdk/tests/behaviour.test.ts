import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestCase, SdkGateway, type StreamCase } from '#test/fixtures/sdk-gateway.ts'
import { packNpm } from '../../tools/sdk/packages.ts'

const run = promisify(execFile)
const cases = resolve('sdk/cases')
const rest: RestCase[] = JSON.parse(readFileSync(join(cases, 'rest.json'), 'utf8'))
const stream: StreamCase[] = JSON.parse(readFileSync(join(cases, 'stream.json'), 'utf8'))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapewire-sdk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs every case by a client's runner, which prints a line for each, and compares what both sides saw. */
async function playAll(program: string, args: readonly string[], cwd: string): Promise<void> {
  await using gateway = await SdkGateway.open(rest, stream)
  const { stdout } = await run(program, [...args, cases, gateway.url], { cwd })
  const lines: { name: string; outcome: Record<string, unknown> }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const outcomes = new Map(lines.map(({ name, outcome }) => [name, outcome]))
  for (const one of rest) {
    const { gives, allowance, waitMs = 0 } = one
    const { requests, at } = gateway.seen(one.name)
    expect({ name: one.name, requests, ...outcomes.get(one.name) }).toMatchObject({
      ...{ name: one.name, requests: one.requests, ...gives },
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

test('the TypeScript client, installed from its package into an empty project, behaves as the cases say', async () => {
  const project = join(folder, 'npm')
  const file = packNpm('typescript', project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${file.split('/').at(-1)}`], { cwd: project })
  cpSync('sdk/tests/cases.mjs', join(project, 'cases.mjs'))
  await playAll(process.execPath, ['cases.mjs'], project)
})

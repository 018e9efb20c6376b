import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cacheFolder } from '#lab/cache-folder.ts'

/** Products that a user might choose instead of this one. Only `npm run bench -- --peers` fetches them. */
const centrifugo = 'github.com/centrifugal/centrifugo/v6@v6.9.1'
const duckdb = '@duckdb/node-api@1.5.6-r.1'
const goServer = join(import.meta.dirname, 'server.go')
const folder = cacheFolder('peers', [centrifugo, duckdb, readFileSync(goServer, 'utf8')])

/** The folder of the fetched programs `centrifugo` and `go-server`. */
export const programs = join(folder, 'bin')

type Step = { made: string; command: [string, ...string[]]; env?: Record<string, string> }

const steps: readonly Step[] = [
  { made: join(programs, 'go-server'), command: ['go', 'build', '-o', join(programs, 'go-server'), goServer] },
  { made: join(programs, 'centrifugo'), command: ['go', 'install', centrifugo], env: { GOBIN: programs } },
  {
    made: join(folder, 'node_modules/@duckdb/node-api'),
    command: ['npm', 'install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, duckdb],
  },
]

/** Fetches the missing peers. Compiling Centrifugo takes minutes. Reports each peer that cannot be fetched. */
export function fetchPeers(): void {
  mkdirSync(programs, { recursive: true })
  for (const { made, command, env } of steps) {
    if (existsSync(made)) continue
    const [program, ...args] = command
    const { status } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    })
    if (status !== 0) console.log(`  not compared: ${command.join(' ')} failed`)
  }
}

/** The members of DuckDB's module that the benches use. */
type DuckDb = { DuckDBConnection: { create(): Promise<DuckDbConnection> } }
type DuckDbConnection = {
  run(sql: string): Promise<unknown>
  prepare(sql: string): Promise<DuckDbStatement>
  closeSync(): void
}
type DuckDbStatement = {
  bindInteger(place: number, value: number): void
  bindBigInt(place: number, value: bigint): void
  runAndReadAll(): Promise<{ getRows(): unknown[] }>
}

/** The module of DuckDB; null if it was not fetched. */
export function duckdbModule(): DuckDb | null {
  if (!existsSync(join(folder, 'node_modules/@duckdb/node-api'))) return null
  return createRequire(join(folder, 'package.json'))('@duckdb/node-api')
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '#lab/cache-folder.ts'

const system = `${process.platform}-${process.arch}`
const packages = ['bun@1.4.5', 'deno@2.9.6', `node20@npm:node-${system}@20`, `node22@npm:node-${system}@22`]
const folder = cacheFolder('runtimes', packages)
const bin = (name: string) => join(folder, 'node_modules', name)

/** The command with which each JavaScript runtime runs a program; empty before the runtimes are fetched. */
export function runtimes(): Record<string, readonly [string, ...string[]]> {
  if (!existsSync(join(folder, 'complete'))) return {}
  return {
    Bun: [bin('bun/bin/bun.exe')],
    Deno: [bin('.bin/deno'), 'run', '--allow-all'],
    'Node 20': [bin('node20/bin/node'), '--no-warnings', '--experimental-websocket'],
    'Node 22': [bin('node22/bin/node')],
  }
}

/** Fetches the JavaScript runtimes once from npm. Returns a message if that fails. */
export function fetchRuntimes(): string | null {
  if (existsSync(join(folder, 'complete'))) return null
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages]
  for (const [program, args] of [
    ['npm', install],
    ['node', [bin('bun/install.js')]],
  ] as const) {
    const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) return `${[program, ...args].join(' ')} failed; the drill needs it once`
  }
  writeFileSync(join(folder, 'complete'), '')
  return null
}

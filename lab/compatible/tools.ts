import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The vendors' clients for Python and Go, which only the drill needs. `npm run drill -- compatible` fetches them. */
const wheels = ['massive==2.9.1', 'alpaca-py==0.44.0']
const goClient = 'github.com/massive-com/client-go/v3@v3.1.0'
const folder = join(import.meta.dirname, '../../node_modules/.cache/compatible')

/** `python`: a Python with the clients. `go`: the program of `massive_calls.go`. */
export type CompatibleTools = { python: string; go: string }

export function compatibleTools(): CompatibleTools | null {
  if (!existsSync(join(folder, 'complete'))) return null
  return { python: join(folder, 'python/bin/python'), go: join(folder, 'go/program') }
}

/** Fetches the clients, and builds the program for Go. Returns a message if that fails. */
export function fetchCompatibleClients(): string | null {
  const go = join(folder, 'go')
  mkdirSync(go, { recursive: true })
  writeFileSync(join(go, 'go.mod'), 'module example.com/program\n\ngo 1.23\n')
  copyFileSync(join(import.meta.dirname, 'massive_calls.go'), join(go, 'main.go'))
  const steps: [string, string[], string][] = [
    ['python3', ['-m', 'venv', 'python'], folder],
    [join(folder, 'python/bin/python'), ['-m', 'pip', 'install', '--quiet', ...wheels], folder],
    ['go', ['get', goClient], go],
    ['go', ['mod', 'tidy'], go],
    ['go', ['build', '-o', 'program', '.'], go],
  ]
  for (const [program, args, cwd] of steps) {
    const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) return `${[program, ...args].join(' ')} failed`
  }
  writeFileSync(join(folder, 'complete'), '')
  return null
}

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HarEntry, readHar } from './har.ts'

const version = '4.32.5'

/** Installs Schemathesis from PyPI into `folder`. Null without Python or without a connection. */
export function installSchemathesis(folder: string): string | null {
  const program = join(folder, version, 'bin', 'schemathesis')
  if (existsSync(program)) return program
  const python = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  const made = python('python3', '-m', 'venv', join(folder, version))
  const pip = join(folder, version, 'bin', 'pip')
  return made && python(pip, 'install', '--quiet', `schemathesis==${version}`) && existsSync(program) ? program : null
}

export type SchemathesisRun = {
  document: object
  url: string
  headers: readonly string[]
  seconds: number
  seed: number
  folder: string
  name: string
}

export type SchemathesisResult = { foundNothing: boolean; entries: HarEntry[] }

/** Runs Schemathesis. For each failure the output has a command that repeats the failure. */
export async function runSchemathesis(program: string, run: SchemathesisRun): Promise<SchemathesisResult> {
  const file = join(run.folder, `${run.name}.json`)
  const har = join(run.folder, `${run.name}.har`)
  writeFileSync(file, JSON.stringify(run.document))
  rmSync(har, { force: true })
  const code = await spawned(program, ['run', file, ...optionsOf(run, har)], run.folder)
  return { foundNothing: code === 0, entries: existsSync(har) ? readHar(har) : [] }
}

function optionsOf({ url, headers, seconds, seed }: SchemathesisRun, har: string): string[] {
  return [
    ...['--url', url, ...headers.flatMap((header) => ['--header', header])],
    ...['--max-time', String(seconds), '--seed', String(seed)],
    ...['--checks', 'not_a_server_error', '--continue-on-failure', '--suppress-health-check', 'all'],
    ...['--report', 'har', '--report-har-path', har, '--output-sanitize', 'false'],
    ...['--generation-database', 'none', '--no-color', '--warnings', 'off'],
  ]
}

function spawned(program: string, args: string[], cwd: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', cwd })
    child.on('error', reject)
    child.on('exit', resolve)
  })
}

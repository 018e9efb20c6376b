import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Builds the npm package of the TypeScript client into a folder; returns the file. */
export function packTypescript(target: string): string {
  const work = mkdtempSync(join(tmpdir(), 'tapewire-npm-'))
  try {
    cpSync('sdk/typescript/package.json', join(work, 'package.json'))
    cpSync('sdk/typescript/README.md', join(work, 'README.md'))
    cpSync('LICENSE', join(work, 'LICENSE'))
    execFileSync('node_modules/.bin/tsc', ['-p', 'sdk/typescript', '--outDir', join(work, 'dist')], {
      stdio: 'inherit',
    })
    mkdirSync(target, { recursive: true })
    run('npm', ['pack', work, '--pack-destination', resolve(target), '--silent'])
    return newest(target, '.tgz')
  } finally {
    rmSync(work, { recursive: true })
  }
}

function run(program: string, args: readonly string[], cwd = '.'): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function newest(folder: string, end: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith(end))
  if (!file) throw new Error(`${folder} has no ${end}`)
  return join(folder, file)
}

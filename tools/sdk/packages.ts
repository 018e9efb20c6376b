import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The npm packages, by the folder of their source. */
export const npmPackages = ['typescript', 'mcp'] as const

/** Builds an npm package into a folder; returns the file. */
export function packNpm(name: (typeof npmPackages)[number], target: string): string {
  const work = mkdtempSync(join(tmpdir(), 'tapewire-npm-'))
  const source = join('sdk', name)
  try {
    cpSync(join(source, 'package.json'), join(work, 'package.json'))
    cpSync(join(source, 'README.md'), join(work, 'README.md'))
    cpSync('LICENSE', join(work, 'LICENSE'))
    execFileSync('node_modules/.bin/tsc', ['-p', source, '--outDir', join(work, 'dist')], { stdio: 'inherit' })
    mkdirSync(target, { recursive: true })
    return join(target, run('npm', ['pack', work, '--pack-destination', resolve(target), '--silent']).trim())
  } finally {
    rmSync(work, { recursive: true })
  }
}

function run(program: string, args: readonly string[], cwd = '.'): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { wheelOf } from './wheel.ts'

export const npmPackages = ['typescript', 'mcp'] as const

/** Builds an npm package into a folder; returns the path of the file. */
export function packNpm(name: (typeof npmPackages)[number], target: string): string {
  const source = join('sdk', name)
  return inWorkFolder((work) => {
    cpSync(join(source, 'package.json'), join(work, 'package.json'))
    cpSync(join(source, 'README.md'), join(work, 'README.md'))
    cpSync('LICENSE', join(work, 'LICENSE'))
    execFileSync('node_modules/.bin/tsc', ['-p', source, '--outDir', join(work, 'dist')], { stdio: 'inherit' })
    mkdirSync(target, { recursive: true })
    return join(target, run('npm', ['pack', work, '--pack-destination', resolve(target), '--silent']).trim())
  })
}

/** Builds the wheel of the Python client into a folder; returns the path of the file. */
export function packPython(target: string): string {
  const { name, bytes } = wheelOf('sdk/python', 'LICENSE')
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, name), bytes)
  return join(target, name)
}

/** Packs the Go module into a folder; returns the path of the file, which contains the folder `market-data-client-go`. */
export function packGo(target: string): string {
  return inWorkFolder((work) => {
    cpSync('sdk/go', join(work, 'market-data-client-go'), { recursive: true })
    cpSync('LICENSE', join(work, 'market-data-client-go/LICENSE'))
    mkdirSync(target, { recursive: true })
    const { version } = JSON.parse(readFileSync('sdk/typescript/package.json', 'utf8'))
    const file = join(target, `market-data-client-go-${version}.tgz`)
    run('tar', ['-czf', resolve(file), '-C', work, 'market-data-client-go'])
    return file
  })
}

function inWorkFolder(pack: (work: string) => string): string {
  const work = mkdtempSync(join(tmpdir(), 'tapewire-package-'))
  try {
    return pack(work)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function run(program: string, args: readonly string[], cwd = '.'): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '#lab/cache-folder.ts'

/**
 * Packages that only the drill with generated clients needs, so they are not dependencies. `npm run drill --
 * generators` fetches them.
 */
const packages = [
  '@redocly/cli@2.77.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@openapitools/openapi-generator-cli@2.41.0',
]
const wheels = ['openapi-python-client==0.29.1', 'ruff', 'urllib3', 'python_dateutil', 'pydantic']
const generator = '7.25.0'
const folder = cacheFolder('generators', [...packages, ...wheels, generator])

/** `bin`: the programs of npm. `python`: a Python with the generator and the packages that generated clients need. */
export type GeneratorTools = { folder: string; bin: (name: string) => string; python: (name: string) => string }

export function generatorTools(): GeneratorTools | null {
  if (!existsSync(join(folder, 'complete'))) return null
  return {
    folder,
    bin: (name) => join(folder, 'node_modules/.bin', name),
    python: (name) => join(folder, 'python/bin', name),
  }
}

/** Fetches the generators once, from npm, PyPI and Maven. Returns a message if that fails. */
export function fetchGenerators(): string | null {
  if (generatorTools()) return null
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  writeFileSync(join(folder, 'openapitools.json'), JSON.stringify({ 'generator-cli': { version: generator } }))
  const steps: [string, string[]][] = [
    ['npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages]],
    [join(folder, 'node_modules/.bin/openapi-generator-cli'), ['version']],
    ['python3', ['-m', 'venv', 'python']],
    [join(folder, 'python/bin/python'), ['-m', 'pip', 'install', '--quiet', ...wheels]],
  ]
  for (const [program, args] of steps) {
    const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) return `${[program, ...args].join(' ')} failed; the drill needs it once`
  }
  writeFileSync(join(folder, 'complete'), '')
  return null
}

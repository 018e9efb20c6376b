import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A time limit that is long enough for slow registries. */
const fetchMsMax = 240_000

/** `missing`: the reason why this machine cannot run the tests of a language. */
type Missing = { missing: string }

/** `wheels`: a folder from which pip installs without a network. `python`: a Python interpreter with the test tools. */
type PythonTools = { wheels: string; python: string }

const wheels = ['httpx', 'websockets']
const tools = ['mypy', 'pandas', 'polars', 'hatchling']

/** Fetches the dependencies of the Python client's tests once: wheels, a type checker and data frame libraries. */
export async function pythonTools(): Promise<PythonTools | Missing> {
  const found = await run('python3', [
    '-c',
    'import sys, venv, ensurepip; print(sys.version_info >= (3, 10), sys.version)',
  ])
    .then(({ stdout }) => stdout)
    .catch(() => '')
  if (!found.startsWith('True')) return { missing: 'there is no python3 of 3.10 or later with venv on this machine' }
  const name = createHash('sha256')
    .update(found)
    .update([...wheels, ...tools].join(' '))
    .digest('hex')
    .slice(0, 12)
  const folder = resolve('node_modules/.cache/market-data-client', `python-${name}`)
  try {
    if (!existsSync(folder)) await fetchPython(folder)
    return { wheels: join(folder, 'wheels'), python: join(folder, 'venv/bin/python') }
  } catch (error) {
    return { missing: `pip could not fetch its packages: ${firstLine(error)}` }
  }
}

/**
 * Another process may fetch at the same time. Each process uses a separate folder, and the first complete folder stays.
 */
async function fetchPython(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const own = mkdtempSync(`${folder}-`)
  const from = join(own, 'wheels')
  const python = join(own, 'venv/bin/python')
  try {
    await run('python3', ['-m', 'venv', join(own, 'venv')])
    const pip = (...args: string[]) => run(python, ['-m', 'pip', ...args], { timeout: fetchMsMax })
    await pip('download', '--quiet', '--dest', from, ...wheels, ...tools)
    await pip('install', '--quiet', '--no-index', '--find-links', from, ...wheels, ...tools)
    if (!existsSync(folder)) renameSync(own, folder)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/**
 * With this environment Go uses only the packages that `goTools` fetched, verified by sdk/go/go.sum. It contacts no
 * registry or checksum database.
 */
export const goOffline = { ...process.env, GOPROXY: 'off', GOSUMDB: 'off' }

/** Fetches the Go client's dependency. */
export async function goTools(): Promise<{ version: string } | Missing> {
  const found = await run('go', ['env', 'GOVERSION'])
    .then(({ stdout }) => stdout.trim())
    .catch(() => '')
  const [major = 0, minor = 0] = found.replace('go', '').split('.').map(Number)
  if (major < 1 || (major === 1 && minor < 23)) return { missing: 'there is no go of 1.23 or later on this machine' }
  try {
    await run('go', ['mod', 'download'], { cwd: 'sdk/go', timeout: fetchMsMax })
    return { version: found }
  } catch (error) {
    return { missing: `go could not fetch its modules: ${firstLine(error)}` }
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').at(-1) ?? ''
}

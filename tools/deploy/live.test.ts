import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands, offlineCommands } from '#src/cli/commands.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { readConfig } from '#src/roles/config.ts'
import { liveEnvironment } from '#test/fixtures/live.ts'
import { type Compose, readManifests, type Service } from './deploy-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapewire-live-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readYaml = (file: string): Compose =>
  parse(readFileSync(`deploy/${file}`, 'utf8'), { merge: true, logLevel: 'error' })
const compose = readYaml('compose.yaml')
const live = readYaml('compose.live.yaml')

/** The services that start in live mode, as Compose merges the two files. */
const services: Record<string, Service> = Object.fromEntries(
  [...new Set([...Object.keys(compose.services), ...Object.keys(live.services)])]
    .filter((name) => name !== 'tapewire')
    .map((name) => {
      const [base = {}, over = {}] = [compose.services[name], live.services[name]]
      return [name, { ...base, ...over, environment: { ...base.environment, ...over.environment } }]
    }),
)

function prepare(): string {
  const settings = join(folder, 'settings')
  execFileSync('sh', ['deploy/live/prepare.sh', 'www.example.com', 'api.example.com'], {
    env: { PATH: process.env.PATH ?? '', SETTINGS_DIR: settings, BACKUPS: join(folder, 'backups') },
    stdio: 'pipe',
  })
  return settings
}

const settingsDir = prepare()
const shell = parseEnv(readFileSync(join(settingsDir, 'compose.env'), 'utf8'))

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolated(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = '') => {
    const value = shell[name]
    if (value) return value
    if (kind === '?') throw new Error(`compose.env does not set ${name}`)
    return kind === '-' ? rest : ''
  })
}

/** The environment of a container. `filled`: the values that the operator writes into the files with these names. */
function environmentOf(name: string, filled: Record<string, string>): Record<string, string> {
  const service = services[name] ?? {}
  const files = [service.env_file ?? []].flat().map((one) => (typeof one === 'string' ? { path: one } : one))
  const texts = files.flatMap(({ path, required = true }) => {
    const file = interpolated(path)
    if (!required && !readdirSync(settingsDir).includes(file.slice(settingsDir.length + 1))) return []
    return Object.entries(parseEnv(readFileSync(file, 'utf8'))).map(([key, text = '']) => [key, filled[key] ?? text])
  })
  const own = Object.entries(service.environment ?? {}).map(([key, text]) => [key, interpolated(String(text))])
  return Object.fromEntries([...texts, ...own])
}

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment, {})
    return ''
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

const { TRC20_XPUB = '', TRC20_FIRST_ADDRESS = '', TRC20_RPC_URLS = '', SMTP_URL = '' } = liveEnvironment()
const answers = { TRC20_XPUB, TRC20_FIRST_ADDRESS, TRC20_RPC_URLS, SMTP_URL }

test('prepare.sh writes the live settings to files that only their owner may read, and a second run keeps them', () => {
  const files = readdirSync(settingsDir)
  expect(files.sort()).toEqual(['all.env', 'compose.env', 'mail.env', 'payments.env'])
  const texts = () => files.map((file) => readFileSync(join(settingsDir, file), 'utf8'))
  const before = texts()
  expect(files.map((file) => statSync(join(settingsDir, file)).mode & 0o777)).toEqual(files.map(() => 0o600))
  prepare()
  expect(texts()).toEqual(before)
})

test.each(['site', 'gateway', 'feed', 'payments', 'backup'])(
  'the settings of the container %s are complete for live mode once the prepared files are filled in',
  (name) => {
    expect(problemsOf(environmentOf(name, answers))).toBe('')
    const sells = name === 'site' || name === 'payments'
    expect(problemsOf(environmentOf(name, {})).includes('MODE=live needs SMTP_URL')).toBe(sells)
  },
)

test.each(['site', 'gateway', 'feed', 'payments'])(
  'the container %s reads the shared settings and its own settings',
  (name) => {
    const paths = [services[name]?.env_file ?? []].flat().map((one) => (typeof one === 'string' ? one : one.path))
    expect(paths.map((path) => interpolated(path).slice(settingsDir.length + 1))).toEqual(
      expect.arrayContaining(['all.env', `${name}.env`]),
    )
  },
)

test.each(Object.entries(services))(
  'the container %s has a memory limit and, except PostgreSQL and Prometheus, may open at least 65,536 files',
  (name, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    if (name !== 'postgres' && name !== 'prometheus') expect(service.ulimits?.nofile).toBeGreaterThanOrEqual(65_536)
  },
)

test('certificates, uploads and backups are on volumes, and every named volume is declared', () => {
  expect(services.proxy?.volumes).toContain('certificates:/data')
  expect(services.site?.volumes).toContain('uploads:/data/uploads')
  expect(services.backup?.volumes?.map(interpolated)).toEqual([
    'uploads:/data/uploads',
    `${join(folder, 'backups')}:/backups`,
  ])
  const named = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0] ?? ''))
  const declared = Object.keys({ ...compose.volumes, ...live.volumes })
  expect(named.filter((one) => /^\w+$/.test(one) && !declared.includes(one))).toEqual([])
})

test('PostgreSQL in Compose accepts enough connections for all containers', () => {
  const most = Number(/max_connections=(\d+)/.exec(String(services.postgres?.command))?.[1])
  const processes = ['site', 'gateway', 'feed', 'payments'].reduce(
    (sum, name) => sum + (services[name]?.deploy?.replicas ?? 1),
    1,
  )
  // While a process is replaced, its old and its new instance run at the same time.
  expect(most).toBeGreaterThan((processes + 1) * 17)
})

test('every command in the files of deploy exists, with its options', () => {
  const known = [...commands, ...offlineCommands]
  const jobs = readManifests('deploy/kubernetes/jobs.yaml').map((manifest) => JSON.stringify(manifest))
  const unit = readFileSync('deploy/systemd/tapewire-backup.service', 'utf8')
  const lines = [...Object.values(services).map(({ command }) => String(command)), ...jobs, unit]
    .map((text) => text.replaceAll('","', ' '))
    .flatMap((text) => [...text.matchAll(/src\/cli\/main\.mjs ([^&;"\]\n]+)/g)].map(([, line = '']) => line.trim()))
  expect(lines.length).toBeGreaterThanOrEqual(7)
  for (const line of lines) {
    const command = known.find(({ name }) => line.startsWith(name))
    expect(command, line).toBeDefined()
    for (const [option] of line.matchAll(/--[\w-]+/g)) expect(command?.usage).toContain(option)
  }
})

test('each guide "From nothing to HTTPS" has at most six steps', () => {
  const text = readFileSync('docs/deploying.md', 'utf8')
  const ways = [...text.matchAll(/^## From nothing to HTTPS.*\n([\s\S]*?)(?=^## )/gm)].map(([, body = '']) => body)
  expect(ways).toHaveLength(2)
  for (const body of ways) {
    const steps = [...body.matchAll(/^(\d)\. /gm)].map(([, number]) => Number(number))
    expect(steps).toEqual(steps.map((_, at) => at + 1))
    expect(steps.length).toBeGreaterThan(3)
    expect(steps.length).toBeLessThanOrEqual(6)
  }
})

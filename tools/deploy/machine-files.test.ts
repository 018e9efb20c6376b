import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pushBytesMax } from '#src/feed/ingest/body.ts'
import { massive } from '#src/gateway/compatible/massive/massive.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { readUnit, variables } from './deploy-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapewire-units-'))
afterAll(() => rmSync(folder, { recursive: true }))

const units = ['tapewire.service', 'tapewire@.service']
const proxies = ['deploy/caddy/Caddyfile', 'deploy/nginx/tapewire.conf']

/** The path of a program; null if it is not installed, and the test is then listed as not run. */
function program(name: string, what: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const path = folders.map((at) => join(at, name)).find((at) => existsSync(at)) ?? null
  if (path === null) didNotRun(what, `needs ${name}`)
  return path
}

test.each(units)(
  'the systemd unit %s starts the product with known settings, restricted rights and time to drain',
  (file) => {
    const unit = readUnit(`deploy/systemd/${file}`)
    expect(unit.get('ExecStart')).toBe('/opt/tapewire/node_modules/.bin/node src/main.mjs')
    const names = [...(unit.get('Environment') ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
    expect(names.filter((name) => !variables.has(name))).toEqual([])
    expect(unit.get('ProtectSystem')).toBe('strict')
    expect(unit.get('NoNewPrivileges')).toBe('yes')
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(5 + 10)
  },
)

test('the product service and the backup service may write into the backup folder, and run as the same user', () => {
  const [backup, product] = ['tapewire-backup.service', 'tapewire.service'].map((file) =>
    readUnit(`deploy/systemd/${file}`),
  )
  const [, folder = ''] = /backup create (\S+)/.exec(backup?.get('ExecStart') ?? '') ?? []
  for (const unit of [backup, product]) expect(unit?.get('ReadWritePaths')?.split(' ')).toContain(folder)
  expect(product?.get('ExecStartPre')).toContain(folder)
  for (const name of ['User', 'WorkingDirectory', 'EnvironmentFile']) expect(backup?.get(name)).toBe(product?.get(name))
})

const systemd = program('systemd-analyze', 'the check of deploy/systemd by systemd-analyze')

test.skipIf(systemd === null)('systemd-analyze reads all units without a warning', () => {
  const here = resolve('.')
  const all = [...units, 'tapewire-backup.service', 'tapewire-backup.timer']
  for (const file of all) {
    const text = readFileSync(`deploy/systemd/${file}`, 'utf8').replaceAll('/opt/tapewire', here)
    writeFileSync(
      join(folder, file.replace('@', '@site')),
      text.replaceAll('User=tapewire', 'User=daemon').replaceAll('Group=tapewire', 'Group=daemon'),
    )
  }
  const files = all.map((file) => join(folder, file.replace('@', '@site')))
  const { status, stderr } = spawnSync(systemd ?? '', ['verify', '--man=no', ...files], { encoding: 'utf8' })
  expect([status, stderr.split('\n').filter((line) => line.includes('tapewire'))]).toEqual([0, []])
})

test('nginx forwards the headers that the product needs, and the proxy configurations name only existing settings', () => {
  for (const file of proxies) {
    const text = readFileSync(file, 'utf8')
    const named = [...text.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name = '']) => name)
    expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'API_URL', 'TRUSTED_PROXIES', 'DRAIN_SECONDS']))
    expect(named.filter((name) => !variables.has(name))).toEqual([])
    expect([...text.matchAll(/10\.0\.0\.\d+:(\d+)/g)].map(([, port]) => port)).toEqual(['3000', '3000', '3001', '3001'])
  }
  const nginx = readFileSync('deploy/nginx/tapewire.conf', 'utf8')
  for (const header of ['Host $host', 'X-Forwarded-For $proxy_add_x_forwarded_for', 'Upgrade $http_upgrade'])
    expect(nginx).toContain(`proxy_set_header ${header};`)
  const servers = [...nginx.matchAll(/^server \{\n([\s\S]*?)^\}/gm)].map(([, body = '']) => body)
  const toGateway = servers.filter((body) => body.includes(' api.example.com;'))
  for (const server of servers.filter((body) => !body.includes('return 444;')))
    expect(server).toContain('combined if=$tapewire_logged;')
  const unlogged = [...nginx.matchAll(/^ +~(\*?)(\S+) +0;/gm)].map(
    ([, anyCase, text = '']) => new RegExp(text, anyCase && 'i'),
  )
  const secrets = ['/sheet/s', '/stock/tick?a=b&Token=s', `/massive/v2/last/trade/X?${massive.keyParameter}=s`]
  expect(secrets.filter((uri) => !unlogged.some((pattern) => pattern.test(uri)))).toEqual([])
  const [, bodyMiB] = /client_max_body_size (\d+)m;/.exec(toGateway.at(-1) ?? '') ?? []
  expect(Number(bodyMiB) * 1024 ** 2).toBeGreaterThanOrEqual(pushBytesMax)
})

const caddy = program('caddy', 'the check of deploy/caddy by caddy')

test.skipIf(caddy === null).each(['Caddyfile', 'one-machine.Caddyfile', 'compose.Caddyfile', 'compose.live.Caddyfile'])(
  'caddy accepts the configuration %s',
  (file) => {
    execFileSync(caddy ?? '', ['validate', '--adapter', 'caddyfile', '--config', `deploy/caddy/${file}`], {
      stdio: 'pipe',
      env: { ...process.env, SITE_HOST: 'www.example.com', API_HOST: 'api.example.com' },
    })
  },
)

const nginx = program('nginx', 'the check of deploy/nginx by nginx')

test.skipIf(nginx === null)('nginx accepts the example configuration', () => {
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=x']
  execFileSync('openssl', [...made, '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')], {
    stdio: 'pipe',
  })
  const text = readFileSync('deploy/nginx/tapewire.conf', 'utf8').replaceAll(
    /\/etc\/ssl\/tapewire|\/var\/log\/nginx/g,
    folder,
  )
  const whole = join(folder, 'nginx.conf')
  writeFileSync(whole, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${text}}\n`)
  execFileSync(nginx ?? '', ['-t', '-p', folder, '-c', whole], { stdio: 'pipe' })
})

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFiles } from '#src/platform/backup/files/data-files.ts'
import { contextFiles } from './context.ts'
import { type Compose, readCompose, type Service, variables } from './deploy-files.ts'
import { contextFilter, environmentOf, readDockerfile } from './dockerfile.ts'

const stages = readDockerfile(readFileSync('deploy/Dockerfile', 'utf8'))
const last = stages.at(-1)
const compose: Compose = readCompose()
const services = Object.entries(compose.services)
const ours = services.filter(([, { read_only }]) => read_only === true)

test('a Dockerfile is read as stages of instructions, with flags, lists and continued lines', () => {
  const text =
    '# no\nFROM a AS b\nCOPY --from=c --chown=1 /x ./y\nRUN one && \\\n  two\nFROM b\nCMD ["node", "src/main.mjs"]\n'
  expect(readDockerfile(text)).toEqual([
    {
      name: 'b',
      base: 'a',
      steps: [
        { verb: 'COPY', flags: { from: 'c', chown: '1' }, text: '/x ./y', words: ['/x', './y'] },
        { verb: 'RUN', flags: {}, text: 'one && two', words: ['one', '&&', 'two'] },
      ],
    },
    {
      name: null,
      base: 'b',
      steps: [{ verb: 'CMD', flags: {}, text: '["node", "src/main.mjs"]', words: ['node', 'src/main.mjs'] }],
    },
  ])
})

test('the last matching rule of .dockerignore decides whether a file is in the build context', () => {
  const isKept = contextFilter('*\n!src\n!a.json\n**/*.test.ts\n')
  expect(['src/b/c.ts', 'a.json', 'src/c.test.ts', 'b.json', '.env'].map(isKept)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the Dockerfile copies only files of the build context, and the build context has no tests, settings or data', () => {
  const files = contextFiles()
  const copied = stages.flatMap(({ steps }) =>
    steps.filter(({ verb, flags }) => verb === 'COPY' && !flags.from).flatMap(({ words }) => words.slice(0, -1)),
  )
  expect(copied.length).toBeGreaterThan(8)
  const absent = copied.filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)))
  expect(absent).toEqual([])
  expect(files.filter((file) => /\.test\.tsx?$|^\.env|^data\/|^node_modules/.test(file))).toEqual([])
})

test('the image runs as an unprivileged user, sets only environment variables that the product knows, and has a health check', () => {
  expect(last?.steps.find(({ verb }) => verb === 'USER')?.text).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/)
  expect(
    Object.keys(environmentOf(last ?? { name: null, base: '', steps: [] })).filter((name) => !variables.has(name)),
  ).toEqual([])
  expect(last?.steps.some(({ verb }) => verb === 'HEALTHCHECK')).toBe(true)
})

test('a backup leaves out the compile cache of the image, because the cached files would prevent a restore', async () => {
  const { DATA_DIR = '', NODE_COMPILE_CACHE = '' } = environmentOf(last ?? { name: null, base: '', steps: [] })
  expect(NODE_COMPILE_CACHE.startsWith(`${DATA_DIR}/`)).toBe(true)
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-image-'))
  const compiled = join(dataDir, NODE_COMPILE_CACHE.slice(DATA_DIR.length), 'v24')
  await mkdir(compiled, { recursive: true })
  await writeFile(join(compiled, 'code'), '')
  expect(await dataFiles(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})

test('all our Compose services have the same restrictions and use only settings of the product', () => {
  expect(ours.map(([name]) => name)).toEqual(['tapewire', 'site', 'gateway', 'feed', 'payments', 'backup'])
  for (const [name, service] of ours) {
    expect([name, service.cap_drop, service.security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']])
    expect(Object.keys(service.environment ?? {}).filter((variable) => !variables.has(variable))).toEqual([])
  }
})

test('the Compose service of each role refers to existing stores, and its stop time is longer than its drain time', () => {
  for (const role of ['site', 'gateway', 'feed', 'payments']) {
    const service: Service = compose.services[role] ?? {}
    const {
      ROLES,
      DRAIN_SECONDS = '',
      DATABASE_URL = '',
      CLICKHOUSE_URL = '',
      REDIS_URL = '',
    } = service.environment ?? {}
    expect([ROLES, service.profiles]).toEqual([role, ['split']])
    for (const url of [DATABASE_URL, CLICKHOUSE_URL, REDIS_URL])
      expect(service.depends_on).toHaveProperty(new URL(url.replaceAll(/\$\{[^}]*\}/g, 'x')).hostname)
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(Number(DRAIN_SECONDS) + 5)
  }
})

test('Compose services refer only to existing services, volumes and files', () => {
  for (const [, { depends_on = {}, volumes = [], networks = [] }] of services) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect(compose.services).toHaveProperty(name)
      const { healthcheck, read_only } = compose.services[name] ?? {}
      if (condition === 'service_healthy')
        expect([name, healthcheck !== undefined || read_only === true]).toEqual([name, true])
    }
    for (const network of Array.isArray(networks) ? networks : Object.keys(networks))
      expect(compose.networks).toHaveProperty(network)
    for (const volume of volumes) {
      const source = volume.split(':')[0] ?? ''
      if (source.startsWith('./')) expect([source, existsSync(`deploy/${source}`)]).toEqual([source, true])
      else expect(compose.volumes).toHaveProperty(source)
    }
  }
})

import { parse, parseAllDocuments } from 'yaml'
import { settingsOf } from '#src/platform/setting.ts'
import { groupsFor } from '#src/roles/config.ts'
import type { Compose, Manifest, Service } from './deploy-files.ts'

/** Returns the text of a file of the repository. */
export type Read = (path: string) => string

const roles = ['site', 'gateway', 'feed', 'payments'] as const
type Role = (typeof roles)[number]

/** The roles that need each secret setting; `docs/deploying.md` has the same table. */
const needs: readonly { secret: RegExp; by: readonly Role[] }[] = [
  {
    secret: /^(?:DATABASE_URL|DATABASE_DIRECT_URL|CLICKHOUSE_URL|REDIS_URL|KEYRING|OTEL_EXPORTER_OTLP_HEADERS)$/,
    by: roles,
  },
  { secret: /^(?:SMTP_URL|ALERT_WEBHOOK_\w+)$/, by: ['site', 'payments'] },
  { secret: /^(?:(?:OIDC|GOOGLE|GITHUB)_CLIENT_SECRET|BACKUP_SECRET)$/, by: ['site'] },
  { secret: /^ARCHIVE_SECRET$/, by: ['site', 'gateway'] },
  { secret: /^(?:RELAY_KEY|MASSIVE_KEY|ALPACA_\w+)$/, by: ['feed'] },
  { secret: /_(?:RPC|SECOND)_(?:URLS?|HEADER)$/, by: ['payments'] },
]

/** A tag that identifies one build: three numbers, two numbers for PostgreSQL, a day, or a digest. */
const exact = /@sha256:[0-9a-f]{64}$|:v?\d+(?:\.\d+){2,}(?:-[\w.-]+)?$|postgres:\d+\.\d+$|:[\w.]+-\d{8}(?:-\w+)?$/

const kubernetes = 'deploy/kubernetes'

/** The faults by which the files of `deploy/` expose something to strangers, one sentence for each fault. */
export function exposures(read: Read): string[] {
  const compose: Compose = parse(read('deploy/compose.yaml'), { merge: true })
  const live: Compose = parse(read('deploy/compose.live.yaml'), { merge: true, logLevel: 'error' })
  const manifests = manifestsOf(read)
  return [
    ...published(compose, live, read),
    ...defaultPasswords(compose, live),
    ...exactProxy(compose),
    ...openHostsOfNginx(read('deploy/nginx/tapewire.conf')),
    ...['Caddyfile', 'one-machine.Caddyfile', 'compose.Caddyfile', 'compose.live.Caddyfile'].flatMap((file) =>
      openHostsOfCaddy(file, read),
    ),
    ...openPods(manifests),
    ...surplusSecrets(manifests, compose, live),
    ...movingImages(compose, live, read),
  ]
}

function manifestsOf(read: Read): Manifest[] {
  const { resources } = parse(read(`${kubernetes}/kustomization.yaml`)) as { resources: string[] }
  return [...resources, 'secret.example.yaml'].flatMap((file) =>
    parseAllDocuments(read(`${kubernetes}/${file}`)).map((document) => document.toJS() as Manifest),
  )
}

function published({ services }: Compose, live: Compose, read: Read): string[] {
  // In live mode, strangers may reach only the proxy.
  const { proxy: _proxy, ...inside } = live.services
  const all = [...Object.entries(services), ...Object.entries(inside)]
  const ports = all.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const))
  const lines = ['docs/deploying.md', 'README.md', 'deploy/Dockerfile'].flatMap((file) =>
    [...read(file).matchAll(/docker run .*/g)].flatMap(([line]) =>
      [...line.matchAll(/ -p (\S+)/g)].map(([, port = '']) => [file, port] as const),
    ),
  )
  return [...ports, ...lines]
    .filter(([, port]) => !port.startsWith('127.0.0.1:'))
    .map(([name, port]) => `${name} is published on all addresses: ${port}`)
}

/**
 * Finds a password that everybody knows. `compose.yaml` has such a password for the sandbox, so that file must not be
 * able to start live mode.
 */
function defaultPasswords(compose: Compose, live: Compose): string[] {
  const faults: string[] = []
  for (const [name, service] of Object.entries(compose.services)) {
    const { MODE = 'sandbox' } = service.environment ?? {}
    if (MODE !== 'sandbox') faults.push(`${name} of compose.yaml may start in live, with the password of the sandbox`)
    if (!service.profiles?.includes('split')) continue
    for (const text of texts({ ...service, ...merged(service, live.services[name]) }))
      if (/PASSWORD:?-/.test(text)) faults.push(`${name} of compose.live.yaml has a default password: ${text}`)
  }
  const stores = ['postgres', 'clickhouse', 'valkey']
  for (const name of stores)
    if (!texts(compose.services[name] ?? {}).some((text) => text.includes('PASSWORD')))
      faults.push(`${name} of compose.yaml has no password`)
  return faults
}

function merged(service: Service, over: Service = {}): Pick<Service, 'command' | 'environment'> {
  const command = over.command ?? service.command
  return { environment: { ...service.environment, ...over.environment }, ...(command && { command }) }
}

function texts({ command = [], environment = {} }: Service): string[] {
  return [...command, ...Object.values(environment)].map(String)
}

function exactProxy({ services }: Compose): string[] {
  const { networks } = services.proxy ?? {}
  const address = networks && !Array.isArray(networks) ? networks.inside?.ipv4_address : undefined
  return roles
    .filter((role) => services[role]?.environment?.TRUSTED_PROXIES !== address)
    .map((role) => `${role} of compose.yaml trusts more than the proxy`)
}

function openHostsOfNginx(text: string): string[] {
  const servers = [...text.matchAll(/^server \{\n([\s\S]*?)^\}/gm)].map(([, body = '']) => body)
  const refusing = servers.filter((body) => /return 444;/.test(body))
  return [80, 443]
    .filter((port) => !refusing.some((body) => new RegExp(`listen ${port}\\b.* default_server;`).test(body)))
    .map((port) => `nginx answers unknown hosts on port ${port}`)
}

function openHostsOfCaddy(file: string, read: Read): string[] {
  const blocks = [...read(`deploy/caddy/${file}`).matchAll(/^([^#\s({][^\n]*|\{\$[^\n]*) \{\n([\s\S]*?)^\}/gm)]
  const sites = blocks.map(([, head = '', body = '']) => ({ addresses: head.split(', '), body: body.trim() }))
  const isAnyHost = (address: string) => /^(?:https?:\/\/)?(?::\d+)?$/.test(address)
  const answering = sites.filter(({ addresses, body }) => addresses.some(isAnyHost) && body !== 'abort')
  const refusing = sites.filter(({ body }) => body === 'abort').flatMap(({ addresses }) => addresses)
  const expected = sites.some(({ addresses }) => addresses.some((one) => one.startsWith('http://localhost')))
    ? ['http://:3000', 'http://:3001']
    : ['http://', 'https://']
  const missing = expected.filter((address) => !refusing.includes(address))
  return [...answering.flatMap(({ addresses }) => addresses), ...missing].map(
    (address) => `${file} answers unknown hosts at ${address}`,
  )
}

type Peer = { ipBlock?: { cidr: string } }
type Policy = { podSelector: object; policyTypes: string[]; ingress?: { from?: Peer[] }[] }

function openPods(manifests: readonly Manifest[]): string[] {
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap') as { data?: Record<string, string> } | undefined
  const trusted = (settings?.data?.TRUSTED_PROXIES ?? '').split(',').map((address) => address.replace(/\/32$/, ''))
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as Policy)
  const closed = policies.some(
    ({ podSelector, policyTypes, ingress }) =>
      Object.keys(podSelector).length === 0 && policyTypes.includes('Ingress') && !ingress,
  )
  const entered = policies.flatMap(({ ingress = [] }) => ingress)
  const blocks = entered.flatMap(({ from = [] }) =>
    from.flatMap(({ ipBlock }) => ipBlock?.cidr.replace(/\/32$/, '') ?? []),
  )
  return [
    ...(closed ? [] : ['every pod of the cluster reaches ours: no NetworkPolicy closes them']),
    ...(entered.some(({ from = [] }) => from.length === 0) ? ['a NetworkPolicy lets everybody in'] : []),
    ...trusted
      .filter((address) => address.includes('/'))
      .map((network) => `TRUSTED_PROXIES trusts a network: ${network}`),
    ...trusted
      .filter((address) => !blocks.includes(address))
      .map((one) => `TRUSTED_PROXIES has ${one}, the policy does not`),
    ...blocks
      .filter((address) => !trusted.includes(address))
      .map((one) => `the policy lets ${one} in, which is no proxy`),
  ]
}

type Pod = { template: { spec: { containers: { envFrom: { secretRef?: { name: string } }[] }[] } } }

/** The files of settings that several roles read, and these roles. Each role may also read `<role>.env`. */
const sharedFiles: Readonly<Record<string, readonly Role[]>> = { 'all.env': roles, 'mail.env': ['site', 'payments'] }

function surplusSecrets(manifests: readonly Manifest[], compose: Compose, live: Compose): string[] {
  const secrets = new Set(
    settingsOf(groupsFor({ PAYMENT_NETWORKS: 'POLYGON' })).flatMap(({ env, secret }) => (secret ? [env] : [])),
  )
  const unknown = [...secrets].filter((env) => !needs.some(({ secret }) => secret.test(env)))
  const isSurplus = (role: Role, env: string) =>
    secrets.has(env) && !needs.some(({ secret, by }) => secret.test(env) && by.includes(role))
  return [
    ...unknown.map((env) => `nobody has said which roles need ${env}`),
    ...roles.flatMap((role) => [
      ...podSecrets(manifests, role)
        .filter((env) => isSurplus(role, env))
        .map((env) => `the pods of ${role} get ${env}`),
      ...Object.keys(merged(compose.services[role] ?? {}, live.services[role]).environment ?? {})
        .filter((env) => isSurplus(role, env))
        .map((env) => `${role} of compose.live.yaml gets ${env}`),
      ...[compose.services[role], live.services[role]]
        .flatMap((service) => service?.env_file ?? [])
        .map((file) => (typeof file === 'string' ? file : file.path).replace(/.*\//, ''))
        .filter((file) => file !== `${role}.env` && !sharedFiles[file]?.includes(role))
        .map((file) => `${role} of compose.live.yaml reads ${file}`),
    ]),
  ]
}

function podSecrets(manifests: readonly Manifest[], role: Role): string[] {
  const named = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name)
  const pod = named('Deployment', `tapewire-${role}`)?.spec as Pod | undefined
  const sources = pod?.template.spec.containers.flatMap(({ envFrom }) => envFrom) ?? []
  return sources.flatMap(({ secretRef }) => {
    const secret = secretRef && (named('Secret', secretRef.name) as { stringData?: object } | undefined)
    return Object.keys(secret?.stringData ?? {})
  })
}

function movingImages(compose: Compose, live: Compose, read: Read): string[] {
  const stages = [...read('deploy/Dockerfile').matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)]
  const names = new Set(stages.map(([, , name]) => name))
  const bases = stages.flatMap(([, image = '']) => (names.has(image) ? [] : [image]))
  const { images } = parse(read(`${kubernetes}/kustomization.yaml`)) as {
    images: { newName: string; newTag: string }[]
  }
  const all = [
    ...bases,
    ...[...Object.values(compose.services), ...Object.values(live.services)]
      .flatMap(({ image }) => image ?? [])
      .map((image) => /^\$\{\w+:-(.*)\}$/.exec(image)?.[1] ?? image),
    ...images.map(({ newName, newTag }) => `${newName}:${newTag}`),
  ]
  return [...new Set(all)]
    .filter((image) => !exact.test(image))
    .map((image) => `${image} may be another image tomorrow`)
}

import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultLocale, locales } from '#src/contract/locale.ts'
import { isRedisAddress } from './addressing/redis-address.ts'
import { secretFileOf, withSecretFiles } from './addressing/secret-files.ts'
import { isShardCount } from './addressing/shards.ts'
import { type ReadGroups, readGroups, type SettingsGroup, settingsGroup, settingsOf, type ValuesOf } from './setting.ts'
import {
  address,
  gatewayCount,
  headers,
  line,
  link,
  listOf,
  networks,
  oneOf,
  origin,
  port,
  seconds,
  text,
  textThat,
  wholeNumber,
} from './setting-schemas.ts'

export const roles = ['site', 'gateway', 'feed', 'payments'] as const
export type Role = (typeof roles)[number]

export const modeSettings = settingsGroup('Mode and roles', {
  mode: {
    env: 'MODE',
    doc: 'sandbox (simulated data, test money) or live',
    schema: oneOf('sandbox', 'live'),
    default: 'sandbox',
  },
  roles: {
    env: 'ROLES',
    doc: 'what this process does; several processes need external stores',
    schema: listOf(isRole, (entry) => `names "${entry}"; it must be some of ${roles.join(', ')}.`).transform(
      (requested) => roles.filter((role) => requested.includes(role)),
    ),
    default: roles.join(','),
  },
  processes: {
    env: 'PROCESSES',
    doc: '2: site and payments run in a process of their own beside gateway and feed; 1: all in one, which needs less memory',
    schema: oneOf('1', '2').transform(Number),
    default: '2',
  },
  gateways: {
    env: 'GATEWAYS',
    doc: 'gateway processes that share API_PORT, so that data calls and streams use several cores; auto: one fewer than the cores, at least 1',
    schema: gatewayCount,
    default: '1',
  },
  dataDir: {
    env: 'DATA_DIR',
    doc: 'everything the product writes',
    schema: text.transform((path) => resolve(path)),
    default: './data',
  },
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    doc: 'seconds between the end of readiness and the end of service, more than a balancer’s check interval × failures; empty: 5 where ROLES names only some roles, else 0',
    schema: seconds,
    default: (textOf) => (textOf('ROLES') === roles.join(',') ? 0 : 5),
  },
  logLevel: {
    env: 'LOG_LEVEL',
    doc: 'debug, info, warn or error',
    schema: oneOf('info', 'debug', 'warn', 'error'),
    default: 'info',
  },
})

export const addressSettings = settingsGroup('Addresses', {
  host: {
    env: 'HOST',
    doc: 'address to listen on; empty: this machine only in the sandbox, every address in live. Elsewhere the mailbox and the test wallet of a sandbox open with the link that its start prints',
    schema: text,
  },
  port: { env: 'PORT', doc: 'site and account API', schema: port, default: '3000' },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'the site as visitors reach it; empty: http://localhost:PORT',
    schema: origin,
    default: (textOf) => `http://localhost:${textOf('PORT')}`,
  },
  apiPort: { env: 'API_PORT', doc: 'data gateway: REST and WebSocket', schema: port, default: '3001' },
  apiUrl: {
    env: 'API_URL',
    doc: 'the gateway as customers reach it; empty: http://localhost:API_PORT',
    schema: origin,
    default: (textOf) => `http://localhost:${textOf('API_PORT')}`,
  },
  apiFreeUrl: {
    env: 'API_FREE_URL',
    doc: 'the gateway for free keys; empty: API_URL',
    schema: origin,
    default: (textOf) => textOf('API_URL'),
  },
  trustedProxies: {
    env: 'TRUSTED_PROXIES',
    doc: 'addresses or networks whose X-Forwarded-For counts, separated by commas',
    schema: networks,
    default: () => [],
  },
  connectionsPerAddress: {
    env: 'CONNECTIONS_PER_ADDRESS',
    doc: 'connections that a client address may hold; empty: 256, and in the sandbox no limit for its own machine',
    schema: wholeNumber,
  },
})

export const monitoringSettings = settingsGroup('Monitoring', {
  metricsPort: { env: 'METRICS_PORT', doc: 'Prometheus metrics on this port; empty: off', schema: port },
  accessLog: {
    env: 'ACCESS_LOG',
    doc: 'on: one line of the log for each request, with its route, status, time and key id, never the key',
    schema: oneOf('off', 'on'),
    default: 'off',
  },
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'OpenTelemetry collector that gets traces over HTTP, such as http://localhost:4318; empty: no traces',
    schema: link,
  },
  otlpHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    doc: 'headers for the collector, name=value, separated by commas',
    schema: headers,
    secret: true,
  },
})

export const storeSettings = settingsGroup(
  'Stores',
  {
    databaseUrl: {
      env: 'DATABASE_URL',
      doc: 'PostgreSQL 15 or newer; empty: the embedded one',
      schema: address(/^postgres(ql)?:$/),
      secret: true,
    },
    databaseDirectUrl: {
      env: 'DATABASE_DIRECT_URL',
      doc: 'the same database without the pooler, for migrations, notifications, locks and backups; needed where DATABASE_URL is a pooler that gives transactions, such as PgBouncer',
      schema: address(/^postgres(ql)?:$/),
      secret: true,
    },
    clickhouseUrl: {
      env: 'CLICKHOUSE_URL',
      doc: 'ClickHouse 24.3 or newer over HTTP; empty: the embedded one',
      schema: address(/^https?:$/),
      secret: true,
    },
    clickhouseCluster: {
      env: 'CLICKHOUSE_CLUSTER',
      doc: 'name of the cluster at CLICKHOUSE_URL that holds the tables, on all its shards and replicas; empty: one server',
      schema: textThat(
        (text) => /^\w{1,60}$/.test(text),
        (text) => `is "${text}"; it must be a name of letters, digits and underscores.`,
      ),
    },
    redisUrl: {
      env: 'REDIS_URL',
      doc: 'Redis or Valkey for the tape and counters: redis://host:6379, redis+sentinel://host:26379,host2/mymaster or redis+cluster://host:6379,host2; empty: in process',
      schema: textThat(
        isRedisAddress,
        () =>
          'is not an address of Redis such as redis://host:6379, or of Sentinel or a cluster; /operator/handbook/settings shows the forms.',
      ),
      secret: true,
    },
    /** Null: as many shards as the existing tape has. A new tape gets 4 in Redis, 1 in memory. */
    tapeShards: {
      env: 'TAPE_SHARDS',
      doc: 'into how many parts each class of the tape is divided, a power of two up to 64, the same for all processes; empty: as the tape has it, 4 for a new one in Redis, else 1. "tapewire tape shards" changes it',
      schema: wholeNumber.refine(isShardCount, {
        error: ({ input }) => `is ${input}; it must be 1, 2, 4, 8, 16, 32 or 64.`,
      }),
    },
    tapeMaxBytes: {
      env: 'TAPE_MAX_BYTES',
      doc: 'bytes of live events that the tape holds at most, in Redis of each class; older ones leave before their hour; empty: 64 MiB in process, 4 GiB a class in Redis',
      schema: wholeNumber,
    },
  },
  ({ databaseUrl, databaseDirectUrl, clickhouseUrl, clickhouseCluster }) => [
    ...(clickhouseCluster !== null && clickhouseUrl === null
      ? ['CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL: the address of one of its servers, or of a balancer before them.']
      : []),
    ...(databaseDirectUrl !== null && databaseUrl === null
      ? ['DATABASE_DIRECT_URL needs DATABASE_URL: the address of the pooler.']
      : []),
  ],
)

export const mailSettings = settingsGroup('Secrets and mail', {
  keyring: {
    env: 'KEYRING',
    doc: 'key ring, "1:<base64 of 32 bytes>"; needed in live, the sandbox makes its own',
    schema: text,
    secret: true,
  },
  smtpUrl: {
    env: 'SMTP_URL',
    doc: 'smtp://user:password@host:587; empty: the built-in mailbox (sandbox only)',
    schema: address(/^smtps?:$/),
    secret: true,
  },
  mailFrom: {
    env: 'MAIL_FROM',
    doc: 'sender of every mail; empty: the name of the brand, with no-reply at the host of PUBLIC_URL',
    schema: line,
  },
})

const spokenLocales = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(locales)

export const languageSettings = settingsGroup('Language', {
  defaultLocale: {
    env: 'DEFAULT_LOCALE',
    doc: `language of readers who name none: ${spokenLocales}`,
    schema: z.enum(locales, { error: ({ input }) => `is "${input}"; it must be ${spokenLocales}.` }),
    default: defaultLocale,
  },
})

/** The operator's settings, parsed once. They contain no secrets and may be logged. */
export type Settings = ValuesOf<typeof modeSettings> &
  ValuesOf<typeof addressSettings> &
  ValuesOf<typeof monitoringSettings> &
  ValuesOf<typeof storeSettings> &
  ValuesOf<typeof mailSettings> &
  ValuesOf<typeof languageSettings> & {
    groups(): readonly SettingsGroup[]
    of: ReadGroups['valuesOf']
    originOf(env: string): SettingOrigin
  }

/** `file`: from `.env`. `default`: the variable is not set. */
export type SettingOrigin = 'environment' | 'file' | 'default'

/** Connection strings and keys, which are never logged. Only roles have all secrets; they pass single values on. */
export type Secrets = { of: ReadGroups['secretsOf'] }

export type Config = { settings: Settings; secrets: Secrets }

type Texts = Readonly<Record<string, string | undefined>>

/**
 * Reads `groups`, including the platform's own, from the environment and the file; the environment wins. Adds one
 * sentence for each fault to `problems`.
 */
export function readSettings(
  groups: readonly SettingsGroup[],
  { environment, file }: { environment: Texts; file: Texts },
  problems: string[],
): Config {
  const texts: Texts = {
    ...withSecretFiles(settingsOf(groups), file, problems),
    ...withSecretFiles(settingsOf(groups), environment, problems),
  }
  const { valuesOf, secretsOf } = readGroups(groups, texts, problems)
  return {
    settings: {
      ...valuesOf(modeSettings),
      ...valuesOf(addressSettings),
      ...valuesOf(monitoringSettings),
      ...valuesOf(storeSettings),
      ...valuesOf(mailSettings),
      ...valuesOf(languageSettings),
      groups: () => groups,
      of: valuesOf,
      originOf: (env) =>
        !texts[env]?.trim()
          ? 'default'
          : [env, secretFileOf(env)].some((name) => name in environment)
            ? 'environment'
            : 'file',
    },
    secrets: { of: secretsOf },
  }
}

/** Thrown if a start is refused for a reason that the operator can fix. Shown as a sentence, without a stack. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Whether other processes may serve data calls and streams besides this process. */
export function hasOtherGateways({ hasRedisUrl, gateways }: Pick<Settings, 'hasRedisUrl' | 'gateways'>): boolean {
  return hasRedisUrl || gateways > 1
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text)
}

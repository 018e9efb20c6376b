import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { staffErrors } from './console.ts'

/** What `doctor` looks at. */
const doctorChecks = [
  'node',
  'dataDir',
  'keyring',
  'postgres',
  'clickhouse',
  'history',
  'redis',
  'mail',
  'audit',
  'networks',
  'alerts',
] as const
export type DoctorCheck = (typeof doctorChecks)[number]

const bytes = z.number().describe('bytes')

const setting = z.object({
  env: z.string().describe('the variable'),
  meaning: z.string(),
  value: z.string().nullable().describe('null: none, or a secret'),
  isSecret: z.boolean(),
  isSet: z.boolean(),
  origin: z.enum(['environment', 'file', 'default']).describe('file: .env'),
})
export type EffectiveSetting = z.infer<typeof setting>

const store = z.object({
  name: z.enum(['postgres', 'clickhouse']),
  isEmbedded: z.boolean(),
  version: z.string(),
  migration: z.string().nullable().describe('the newest'),
  bytes,
  tables: z.array(z.object({ table: z.string(), bytes, rows: z.number() })).describe('the largest'),
})
export type InstalledStore = z.infer<typeof store>

const lease = z.object({
  name: z.string().describe('`feed:kraken`, `feed:simulated`, `recorder`, `payments:TRC20`'),
  holder: z.string().nullable().describe('machine, process id and a mark of its start; null: no process'),
  since: z.number().nullable().describe('ms'),
  fence: z.number().describe('how often the holder has changed'),
})
export type InstalledLease = z.infer<typeof lease>

const installation = z.object({
  version: z.string().describe('of the product'),
  node: z.string(),
  mode: z.enum(['sandbox', 'live']),
  roles: z.array(z.string()).describe('of the process that answers'),
  groups: z.array(z.object({ name: z.string(), settings: z.array(setting) })),
  stores: z.array(store.nullable()).describe('null: it cannot be read now'),
  disk: z.object({ path: z.string(), free: bytes, total: bytes }).nullable(),
  doctor: z.array(z.object({ name: z.enum(doctorChecks), isFine: z.boolean(), text: z.string() })),
  leases: z.array(lease).describe('work that one process at a time does'),
  keyring: z.object({
    keys: z.array(z.object({ version: z.number(), sealed: z.number().describe('secrets of live API keys') })),
    seals: z.number().describe('the version that seals what is new'),
    missing: z.array(z.number()).describe('versions that secrets need and the ring does not have'),
  }),
})
export type Installation = z.infer<typeof installation>

export const installationRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/installation',
  summary:
    'Settings and where they come from, versions, stores and their sizes, what doctor says, leases, the key ring',
  auth: 'staff',
  data: installation,
  errors: staffErrors,
})

import { z } from 'zod'
import { noBody, nothing } from '../account/shapes.ts'
import { defineRoute } from '../route.ts'
import { staffErrors } from './console.ts'

const doctorChecks = [
  'node',
  'dataDir',
  'files',
  'clock',
  'keyring',
  'postgres',
  'clickhouse',
  'history',
  'archive',
  'redis',
  'leases',
  'mail',
  'audit',
  'networks',
  'alerts',
  'backup',
] as const
export type DoctorCheck = (typeof doctorChecks)[number]

/** Kinds of stored data that need a key of the keyring. */
export const ringNeeds = ['apiKeys', 'factors', 'recoveryCodes', 'mails', 'signIns', 'webhooks', 'addresses'] as const
export type RingNeed = (typeof ringNeeds)[number]

const bytes = z.number().describe('bytes')

const setting = z.object({
  env: z.string().describe('the variable'),
  meaning: z.string(),
  value: z.string().nullable().describe('null: there is no value, or it is a secret'),
  isSecret: z.boolean(),
  isSet: z.boolean(),
  origin: z.enum(['environment', 'file', 'default']).describe('file: .env'),
})
export type EffectiveSetting = z.infer<typeof setting>

const store = z.object({
  name: z.enum(['postgres', 'clickhouse']),
  isEmbedded: z.boolean(),
  version: z.string(),
  migration: z.string().nullable().describe('the newest migration'),
  bytes,
  tables: z.array(z.object({ table: z.string(), bytes, rows: z.number() })).describe('the largest tables'),
})
export type InstalledStore = z.infer<typeof store>

const startedProcess = z.object({
  name: z.string().describe('`data`, `gateway-2`, `site`'),
  roles: z.array(z.string()),
  pid: z.number(),
  status: z.enum(['starting', 'up', 'away']).describe('away: the process served before and is starting again'),
  since: z.number().describe('ms; when the process began to serve, or ended'),
  starts: z.number().describe('how often the process was started'),
})
export type StartedProcess = z.infer<typeof startedProcess>

const lease = z.object({
  name: z.string().describe('`feed:kraken`, `feed:simulated`, `recorder`, `payments:TRC20`'),
  holder: z
    .string()
    .nullable()
    .describe('machine, process id and a mark of the start of the process; null: no process'),
  since: z.number().nullable().describe('ms'),
  fence: z.number().describe('how often the holder has changed'),
})
export type InstalledLease = z.infer<typeof lease>

const backup = z.object({
  id: z.string().describe('the time of the backup: 20260105T120000Z'),
  madeAt: z.number().describe('ms'),
  folder: z.string().describe('the folder that contains the backup'),
  bytes,
  reused: z.number().describe('bytes of files that the backup shares with the previous backup'),
  verifiedAt: z.number().nullable().describe('ms; null: the backup was not verified since it was made'),
  fault: z.string().nullable().describe('the damage of the backup'),
  rehearsedAt: z.number().nullable().describe('ms; null: the backup was not restored as a rehearsal'),
})
export type InstalledBackup = z.infer<typeof backup>

const installation = z.object({
  version: z.string().describe('the version of the product'),
  node: z.string(),
  mode: z.enum(['sandbox', 'live']),
  roles: z.array(z.string()).describe('the roles of the process that responds'),
  processes: z.array(startedProcess).describe('the processes of this start; empty if one process does everything'),
  groups: z.array(z.object({ name: z.string(), settings: z.array(setting) })),
  stores: z.array(store.nullable()).describe('null: the store cannot be read'),
  disk: z.object({ path: z.string(), free: bytes, total: bytes }).nullable(),
  doctor: z.array(
    z.object({
      name: z.enum(doctorChecks),
      isFine: z.boolean().nullable().describe('null: there is nothing yet to check'),
      text: z.string(),
    }),
  ),
  backups: z.array(backup).describe('the last five backups, newest first'),
  schedule: z.object({
    to: z.string().nullable().describe('the target of scheduled backups; null: none'),
    everyMinutes: z.number(),
    isDue: z.boolean().describe('the newest backup is older than it should be'),
    rehearsedAt: z.number().nullable().describe('ms; when a backup was last restored as a rehearsal'),
    failure: z
      .object({ since: z.number().describe('ms'), reason: z.string() })
      .nullable()
      .describe('why no backup can be made at present'),
  }),
  leases: z.array(lease).describe('tasks that only one process at a time runs'),
  keyring: z.object({
    keys: z.array(
      z.object({
        version: z.number(),
        sealed: z.number().describe('how many secrets and fingerprints need the key'),
        needs: z.array(z.object({ what: z.enum(ringNeeds), count: z.number() })),
        signs: z
          .boolean()
          .describe('whether signatures by this key of tokens, mailed codes and bot checks are accepted now'),
      }),
    ),
    seals: z.number().describe('the version of the key that seals new secrets'),
    isSetting: z
      .boolean()
      .describe('true: the keyring is the setting KEYRING; false: the installation stores the keyring itself'),
    waiting: z.number().describe('secrets that older keys sealed'),
    retirable: z.array(z.number()).describe('versions of keys that no secret needs now'),
    missing: z.array(z.number()).describe('versions of keys that secrets need and the keyring does not have'),
    rotation: z
      .object({
        version: z.number(),
        done: z.number().describe('secrets that were sealed again'),
        begunAt: z.number().describe('ms'),
        finishedAt: z.number().nullable(),
      })
      .nullable()
      .describe('the newest'),
  }),
})
export type Installation = z.infer<typeof installation>

export const installationRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/installation',
  summary:
    'Settings with their origins, versions, stores with their sizes, the checks of `doctor`, backups, leases and the keyring',
  auth: 'staff',
  verb: 'installation.read',
  data: installation,
  errors: staffErrors,
})

const errors = [...staffErrors, 'keyring_from_setting', 'conflict'] as const

export const rotateRingRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/keyring/rotate',
  summary: 'Adds a key that seals new secrets, and seals older secrets again in the background',
  auth: 'staff',
  verb: 'keyring.rotate',
  body: noBody,
  data: nothing,
  errors,
})

export const resealRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/keyring/reseal',
  summary: 'Seals older secrets with the newest key, in the background',
  auth: 'staff',
  verb: 'keyring.reseal',
  body: noBody,
  data: nothing,
  errors,
})

export const retireKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/keyring/{version}/retire',
  summary: 'Removes a key that no secret needs from the keyring',
  auth: 'staff',
  verb: 'keyring.retire',
  params: z.object({ version: z.coerce.number().int().min(1).max(1_000_000) }),
  body: noBody,
  data: nothing,
  errors,
})

import type { Platform } from '#src/platform/platform.ts'
import { settingsGroup } from '#src/platform/setting.ts'
import { folderOrBucket, oneOf, text, wholeNumber } from '#src/platform/setting-schemas.ts'

export const importSettings = settingsGroup('Files', {
  folder: {
    env: 'IMPORT_DIR',
    doc: 'a folder whose files are imported by themselves, once each, as soon as they are whole; empty: none',
    schema: text,
  },
})

export const simulationSettings = settingsGroup('Simulation', {
  state: {
    env: 'SIMULATION',
    doc: 'on or off: whether the sandbox simulates the instruments that have no history of their own; live mode simulates nothing',
    schema: oneOf('on', 'off'),
    default: 'on',
  },
})

/** Whether instruments without history of their own are simulated. */
export function isSimulating({ settings }: Pick<Platform, 'settings'>): boolean {
  return settings.mode === 'sandbox' && settings.of(simulationSettings).state === 'on'
}

export const archiveSettings = settingsGroup(
  'Archive',
  {
    days: {
      env: 'TICK_DAYS',
      doc: 'days that trades and best quotes stay in the store; older ones move to Parquet files and can still be read',
      schema: wholeNumber.refine((days) => days <= 36_500, 'must be at most 36500.'),
      default: '30',
    },
    url: {
      env: 'ARCHIVE_URL',
      doc: 'where those files are: a folder, or s3://bucket/folder?region=eu-central-1, with &endpoint=http://… for storage that is not Amazon’s; empty: DATA_DIR/archive, or with three external stores none, and all ticks stay in the store',
      schema: folderOrBucket('/srv/archive'),
    },
    keyId: {
      env: 'ARCHIVE_KEY_ID',
      doc: 'access key of that storage; empty: what the machine has, as its environment and role say',
      schema: text,
    },
    secret: { env: 'ARCHIVE_SECRET', doc: 'the secret of that access key', schema: text, secret: true },
  },
  ({ keyId, secret }) =>
    keyId !== null && secret === null ? ['ARCHIVE_KEY_ID needs ARCHIVE_SECRET, the secret of that access key.'] : [],
)

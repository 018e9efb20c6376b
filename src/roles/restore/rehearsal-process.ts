import { openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { bytesOf, filesOf } from '#src/platform/backup/places/manifest.ts'
import { keyOf, openPlace } from '#src/platform/backup/places/open-place.ts'
import { openBackup } from '#src/platform/backup/places/place.ts'
import { NotFetched, verifyBackup } from '#src/platform/backup/verify.ts'
import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { createLog } from '#src/platform/log/log.ts'
import { type Config, mailSettings, SettingsError } from '#src/platform/settings.ts'
import { progressBar } from '#src/platform/text/progress-bar.ts'
import { readConfig } from '../config.ts'
import type { RehearsalMessage, RehearsalOrder } from './rehearsal.ts'
import { restoreBackup } from './restore-backup.ts'

/** The space that a restore needs, as a multiple of the packed backup, with a reserve for the product. */
const spaceFactor = 4

/**
 * Runs a rehearsal in its own process, because a process can open only one embedded ClickHouse. Resolves with the exit
 * code.
 */
export async function run(): Promise<number> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => {})
  for (const name of ['SIGTERM', 'disconnect'] as const) process.on(name, () => stop.abort())
  const order = await new Promise<RehearsalOrder>((resolve) =>
    process.once('message', (message) => resolve(message as RehearsalOrder)),
  )
  try {
    say(await rehearse(order, stop.signal))
  } catch (cause) {
    const sentence = cause instanceof Error ? cause.message : String(cause)
    say({ kind: 'failed', sentence, isFetched: !(cause instanceof NotFetched) })
  }
  if (process.connected) process.disconnect()
  return 0
}

async function rehearse(order: RehearsalOrder, signal: AbortSignal): Promise<RehearsalMessage> {
  const { folder, location, name, identities } = order
  const own = readConfig()
  await using place = await openPlace(location, folder, keyOf(own))
  const backup = await openEncrypted(await openBackup(place, name), identities)
  const { manifest } = backup
  const bytes = bytesOf(Object.values(filesOf(manifest)).flat())
  const { free } = await spaceAt(folder)
  if (free < bytes * spaceFactor)
    throw new SettingsError(
      `The rehearsal needs ${mib(bytes * spaceFactor)} MiB at ${folder}, and ${mib(free)} MiB are free.`,
    )
  say({ kind: 'begun', id: manifest.id })
  const progress = (line: string) => say({ kind: 'progress', line })
  await restoreBackup(target(own, folder), backup, {
    ...{ log: createLog({ level: 'error', readable: false }), signal, progress, isCounted: true },
    include: { postgres: true, clickhouse: manifest.clickhouse !== null, files: true },
    async verify() {
      const parts = await verifyBackup(backup, signal, (done, of) =>
        progress(`${progressBar(done / of)}, file ${done} of ${of}`),
      )
      const [fault] = parts.flatMap(({ faults }) => faults)
      if (fault !== undefined) throw new SettingsError(fault)
    },
    finish: async () => {},
  })
  const { postgres, clickhouse, files } = filesOf(manifest)
  const rowsOf = (stored: typeof files) => stored.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
  return { kind: 'done', tables: rowsOf(postgres), history: rowsOf(clickhouse), files: files.length }
}

/** Embedded stores in the folder, with the key ring of the installation. */
function target(own: Config, folder: string): Config {
  const { keyring } = own.secrets.of(mailSettings)
  return readConfig({ DATA_DIR: folder, ...(keyring !== null && { KEYRING: keyring }) }, {})
}

function mib(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}

function say(message: RehearsalMessage): void {
  if (process.connected) process.send?.(message)
}

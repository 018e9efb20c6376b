import { readFileSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { secretFileOf } from '#src/platform/addressing/secret-files.ts'
import type { OpenedBackup } from '#src/platform/backup/encrypted-backup.ts'
import { folderPlace } from '#src/platform/backup/places/folder-place.ts'
import { assertInstalled } from '#src/platform/backup/stores/installed-store.ts'
import { listLeases } from '#src/platform/leases/lease.ts'
import type { Log } from '#src/platform/platform.ts'
import type { CommandIo } from '#src/platform/server/control.ts'
import { type Config, SettingsError, storeSettings } from '#src/platform/settings.ts'
import { makeBackup, type Stores } from '#src/roles/backup/make-backup.ts'
import { readConfig } from '#src/roles/config.ts'
import { openPlatform } from '#src/roles/open-platform.ts'
import { assertServersFree, assertTargetFree, restoreBackup } from '#src/roles/restore/restore-backup.ts'
import { actor } from '../terminal/actor.ts'
import { dryRun, one, parse } from '../terminal/arguments.ts'
import type { OfflineCommand } from '../terminal/offline-command.ts'
import { verifyAndPrint } from './verify.ts'

const storeVariables = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'CLICKHOUSE_URL', 'DATA_DIR'] as const

export const move: OfflineCommand = {
  isOffline: true,
  name: 'backup move',
  usage: 'backup move <file> [--through <folder>] [--dry-run]',
  summary:
    'Copy the stores to where DATABASE_URL, CLICKHOUSE_URL and DATA_DIR of a file point; without one, the embedded store',
  async run(config, args, io, log) {
    await assertInstalled(config)
    const { positionals, values } = parse(args, { through: { type: 'string' }, ...dryRun })
    const file = resolve(io.cwd, one(positionals, this.usage))
    const target = targetOf(file)
    const include = { ...changed(config, target), files: config.settings.dataDir !== target.settings.dataDir }
    if (!include.postgres && !include.clickhouse)
      throw new SettingsError(`${file} names the stores that are in use already. There is nothing to move.`)
    const filling = { log, signal: io.signal, progress: io.progress, include }
    if (values['dry-run']) {
      await assertServersFree(target, filling)
      const stores = [
        include.postgres ? 'PostgreSQL' : '',
        include.clickhouse ? 'history' : '',
        include.files ? 'files' : '',
      ]
      return io.print(`${stores.filter(Boolean).join(', ')} would be copied to where ${file} points.`)
    }
    await assertTargetFree(target, filling)
    const through = resolve(io.cwd, values.through ?? `${config.settings.dataDir}-move`)
    const backup = await saveSource(config, include, through, io, log)
    await restoreBackup(target, backup, {
      ...filling,
      async verify() {
        if ((await verifyAndPrint(backup, io)) !== null)
          throw new SettingsError(`What was written to ${through} is damaged.`)
      },
      finish: (postgres) => postgres.transaction((tx) => postgres.audit(tx, actor, 'backup.move', backup.manifest.id)),
    })
    await rm(backup.path, { recursive: true })
    // The folder may contain other backups, so a failure is ignored.
    await rmdir(through).catch(() => {})
    io.print(
      `Everything is copied. Set ${storeVariables.join(', ')} as in ${file}, and start the product. The former place is as it was.`,
    )
  },
}

/** The current settings with the store variables of the file. A store that the file omits is embedded. */
function targetOf(file: string): Config {
  const variables = parseFile(file)
  const others = Object.keys(variables).filter(
    (name) => !storeVariables.some((variable) => name === variable || name === secretFileOf(variable)),
  )
  if (others.length > 0)
    throw new SettingsError(`${file} sets ${others.join(', ')}. It may set ${storeVariables.join(', ')} alone.`)
  return readConfig({ ...withoutStores(process.env), ...variables }, withoutStores(parseFile('.env', {})))
}

/** Removes the store variables except DATA_DIR. If the file omits DATA_DIR, its current value applies. */
function withoutStores(texts: Record<string, string | undefined>): Record<string, string | undefined> {
  const urls = storeVariables.filter((name) => name !== 'DATA_DIR').flatMap((name) => [name, secretFileOf(name)])
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !urls.some((url) => url === name)))
}

function parseFile(path: string, missing?: Record<string, string>): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    if (missing && cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return missing
    throw new SettingsError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}.`)
  }
}

function changed(from: Config, to: Config): Stores {
  const [a, b] = [from, to].map(({ secrets, settings }) => {
    const { databaseUrl, clickhouseUrl } = secrets.of(storeSettings)
    return { postgres: databaseUrl ?? settings.dataDir, clickhouse: clickhouseUrl ?? settings.dataDir }
  })
  return { postgres: a?.postgres !== b?.postgres, clickhouse: a?.clickhouse !== b?.clickhouse }
}

async function saveSource(
  config: Config,
  stores: Stores,
  through: string,
  io: CommandIo,
  log: Log,
): Promise<OpenedBackup> {
  await using ctx = await openPlatform(config, { log, signal: io.signal, progress: io.progress })
  const working = (await listLeases(ctx.postgres.db)).filter(({ holder }) => holder !== null)
  const [first] = working
  if (first) throw new SettingsError(`${first.holder} still does the work "${first.name}". Stop every process first.`)
  const made = await makeBackup(ctx, {
    place: folderPlace(through),
    stores,
    recipients: [],
    signal: io.signal,
    progress: io.progress,
  })
  return { ...made, identities: null }
}

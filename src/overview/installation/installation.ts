import type { Locale } from '#src/contract/locale.ts'
import type { EffectiveSetting, Installation, InstalledStore } from '#src/contract/operator/installation.ts'
import { settingWords } from '#src/locales/setting-words.ts'
import type { Actor } from '#src/platform/actor.ts'
import { backupSchedule, lastBackups } from '#src/platform/backup/records.ts'
import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { listLeases } from '#src/platform/leases/lease.ts'
import type { Platform } from '#src/platform/platform.ts'
import { startedProcesses } from '#src/platform/processes/process.ts'
import type { Setting, SettingsGroup } from '#src/platform/setting.ts'
import type { Settings } from '#src/platform/settings.ts'
import {
  clickhouseSize,
  clickhouseVersion,
  lastClickhouseMigration,
  lastPostgresMigration,
  postgresSize,
  postgresVersion,
} from '#src/platform/stores/versions.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readRing } from '../keyring/ring-state.ts'
import { diagnose } from './doctor.ts'

/**
 * The installation as this process sees it, in the language `locale`. The result has no secrets, only whether each
 * secret is set.
 */
export async function readInstallation(
  ctx: Platform,
  actor: Actor,
  locale: Locale,
): Promise<Omit<Installation, 'version'>> {
  await requireStaff(ctx, actor, 'installation.read')
  const { settings } = ctx
  const [stores, disk, doctor, backups, schedule, leases, keyring] = await Promise.all([
    Promise.all([readPostgres(ctx), readClickhouse(ctx)].map((store) => store.catch(unread(ctx)))),
    spaceAt(settings.dataDir).then((space) => ({ path: settings.dataDir, ...space }), unread(ctx)),
    diagnose(ctx),
    lastBackups(ctx),
    backupSchedule(ctx),
    listLeases(ctx.postgres.db),
    readRing(ctx),
  ])
  return {
    node: process.version,
    mode: settings.mode,
    roles: [...settings.roles],
    processes: (startedProcesses.of(ctx) ?? []).map(({ ended: _, roles, ...one }) => ({ ...one, roles: [...roles] })),
    groups: settings.groups().map((group) => presentGroup(settings, group, locale)),
    stores,
    disk,
    doctor,
    backups,
    schedule,
    leases,
    keyring,
  }
}

function unread(ctx: Platform) {
  return (cause: unknown): null => {
    ctx.log.warn('a part of the installation cannot be read', { cause })
    return null
  }
}

function presentGroup(settings: Settings, group: SettingsGroup, locale: Locale) {
  const values: Readonly<Record<string, unknown>> = settings.of(group)
  return {
    name: settingWords[locale].groups[group.name] ?? group.name,
    settings: Object.entries(group.settings).map(([key, setting]) =>
      presentSetting(settings, key, setting, values, locale),
    ),
  }
}

function presentSetting(
  settings: Settings,
  key: string,
  { env, doc, secret }: Setting,
  values: Readonly<Record<string, unknown>>,
  locale: Locale,
): EffectiveSetting {
  const isSecret = secret === true
  const value = isSecret ? null : shown(values[key])
  return {
    env,
    meaning: settingWords[locale].meanings[env] ?? doc,
    value,
    isSecret,
    isSet: isSecret ? values[`has${key.charAt(0).toUpperCase()}${key.slice(1)}`] === true : value !== null,
    origin: settings.originOf(env),
  }
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(shown).join(', ')
  return typeof value === 'object'
    ? JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
    : String(value)
}

async function readPostgres({ postgres: { db }, settings }: Platform): Promise<InstalledStore> {
  const { version } = await postgresVersion(db)
  const migration = await lastPostgresMigration(db)
  return { name: 'postgres', isEmbedded: !settings.hasDatabaseUrl, version, migration, ...(await postgresSize(db)) }
}

async function readClickhouse({ clickhouse, settings }: Platform): Promise<InstalledStore> {
  const version = await clickhouseVersion(clickhouse)
  const migration = await lastClickhouseMigration(clickhouse)
  return {
    name: 'clickhouse',
    isEmbedded: !settings.hasClickhouseUrl,
    version,
    migration,
    ...(await clickhouseSize(clickhouse)),
  }
}

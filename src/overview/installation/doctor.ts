import { access, constants } from 'node:fs/promises'
import { recentChain } from '#src/audit/verify.ts'
import { alertsLine } from '#src/billing/alerts/alerts.ts'
import { describeClosed, type NetworkHealth, networkHealth } from '#src/billing/networks/network-health.ts'
import type { DoctorCheck } from '#src/contract/operator/installation.ts'
import { backupLine } from '#src/platform/backup/records.ts'
import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { countOutbox } from '#src/platform/mail/requeue.ts'
import type { Platform } from '#src/platform/platform.ts'
import { clickhouseVersion, postgresVersion } from '#src/platform/stores/versions.ts'
import { ringLine } from '../keyring/ring-state.ts'
import { leasesLine } from './leases.ts'
import { clockLine, filesLine } from './machine.ts'
import { archiveLine, assertTakesChanges, historyLine, sharedLine } from './stores.ts'

/** `run` throws the reason of a fault. Null: there is nothing to check yet. */
type Check = { name: DoctorCheck; run(ctx: Platform, thorough: boolean): Promise<string | null> }

const freeBytesMin = 1024 ** 3

const checks: Check[] = [
  {
    name: 'node',
    run: async () => process.version,
  },
  {
    name: 'dataDir',
    async run({ settings, storage }) {
      await access(settings.dataDir, constants.W_OK)
      const { free } = await spaceAt(settings.dataDir)
      if (storage.full)
        throw new Error(`changes are refused: ${(free / 1024 ** 2).toFixed(0)} MiB are free at ${settings.dataDir}`)
      if (free < freeBytesMin) throw new Error(`only ${(free / 1024 ** 2).toFixed(0)} MiB free at ${settings.dataDir}`)
      return `${settings.dataDir}, ${(free / 1024 ** 3).toFixed(1)} GiB free`
    },
  },
  { name: 'files', run: async () => filesLine() },
  { name: 'clock', run: clockLine },
  { name: 'keyring', run: ringLine },
  {
    name: 'postgres',
    async run(ctx) {
      await assertTakesChanges(ctx, 'PostgreSQL')
      const { version, migrations } = await postgresVersion(ctx.postgres.db)
      return `${ctx.settings.hasDatabaseUrl ? 'external' : 'embedded'} ${version}, ${migrations} migrations`
    },
  },
  {
    name: 'clickhouse',
    async run(ctx) {
      await assertTakesChanges(ctx, 'ClickHouse')
      const version = await clickhouseVersion(ctx.clickhouse)
      return `${ctx.settings.hasClickhouseUrl ? 'external' : 'embedded'} ${version}`
    },
  },
  { name: 'history', run: historyLine },
  { name: 'archive', run: archiveLine },
  { name: 'redis', run: sharedLine },
  { name: 'leases', run: leasesLine },
  {
    name: 'mail',
    async run(ctx) {
      const { waiting, failed } = await countOutbox(ctx.postgres.db)
      if (failed > 0) throw new Error(`${failed} mails were given up; their reasons are in mail_outbox`)
      return ctx.settings.hasSmtpUrl ? `SMTP, ${waiting} waiting` : 'the sandbox mailbox'
    },
  },
  { name: 'audit', run: auditLine },
  { name: 'networks', run: networksLine },
  { name: 'alerts', run: alertsLine },
  { name: 'backup', run: backupLine },
]

async function auditLine(ctx: Platform): Promise<string> {
  const { position, late, sound } = await recentChain(ctx)
  if (!sound) throw new Error('rows of the audit log were changed; "audit verify" names them')
  if (late > 0 && position > 0) throw new Error(`${late} rows wait for over a minute to be chained`)
  return `${position} rows chained`
}

/** Fails if a fault or silence took a network off sale. A network that a person paused is only listed. */
export async function networksLine(ctx: Platform): Promise<string> {
  const health = await networkHealth(ctx)
  const lines = health.map((one) => {
    if (isResting(ctx, one)) return `${one.network.code} is not watched while the product is stopped`
    return `${one.network.code} ${one.closed ? describeClosed(one.closed) : 'on sale'}`
  })
  const bad = health.some((one) => one.closed !== null && one.closed.why !== 'paused' && !isResting(ctx, one))
  if (bad) throw new Error(`${lines.join('; ')} (see "payments list")`)
  return lines.join('; ')
}

/**
 * In a sandbox, a network that only lags or was never opened is not a fault, because the product may have been stopped.
 */
function isResting({ settings }: Platform, { state, closed }: NetworkHealth): boolean {
  const silent = closed?.why === 'lagging' || closed?.why === 'never_opened'
  return settings.mode === 'sandbox' && silent && !state?.trouble
}

/** `isFine` null: there is nothing to check yet. */
export type Diagnosis = { name: DoctorCheck; isFine: boolean | null; text: string }

/**
 * Checks all that this installation needs, and gives a reason for each failure. `thorough` also reads all of history,
 * which may take minutes.
 */
export async function diagnose(ctx: Platform, { thorough = false } = {}): Promise<Diagnosis[]> {
  return Promise.all(
    checks.map(({ name, run }) =>
      run(ctx, thorough).then(
        (text) => (text === null ? { name, isFine: null, text: 'none yet' } : { name, isFine: true, text }),
        (error: unknown) => ({ name, isFine: false, text: error instanceof Error ? error.message : String(error) }),
      ),
    ),
  )
}

import { access, constants, statfs } from 'node:fs/promises'
import { recentChain } from '#src/audit/verify.ts'
import { alertsLine } from '#src/billing/alerts/alerts.ts'
import { type NetworkHealth, networkHealth, tellClosed } from '#src/billing/networks/network-standing.ts'
import { countOutbox } from '#src/platform/mail/outbox-store.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { clickhouseVersion, postgresVersion } from '#src/platform/stores/versions.ts'

type Check = { name: string; look(ctx: Platform): Promise<string> }

const freeBytesMin = 1024 ** 3

const checks: Check[] = [
  {
    name: 'Node',
    look: async () => process.version,
  },
  {
    name: 'Data directory',
    async look({ settings }) {
      await access(settings.dataDir, constants.W_OK)
      const { bavail, bsize } = await statfs(settings.dataDir)
      const free = bavail * bsize
      if (free < freeBytesMin) throw new Error(`only ${(free / 1024 ** 2).toFixed(0)} MiB free at ${settings.dataDir}`)
      return `${settings.dataDir}, ${(free / 1024 ** 3).toFixed(1)} GiB free`
    },
  },
  {
    name: 'PostgreSQL',
    async look(ctx) {
      const { version, migrations } = await postgresVersion(ctx.postgres.db)
      return `${ctx.settings.hasDatabaseUrl ? 'external' : 'embedded'} ${version}, ${migrations} migrations`
    },
  },
  {
    name: 'ClickHouse',
    async look(ctx) {
      const version = await clickhouseVersion(ctx.clickhouse)
      return `${ctx.settings.hasClickhouseUrl ? 'external' : 'embedded'} ${version}`
    },
  },
  {
    name: 'Mail',
    async look(ctx) {
      const { waiting, failed } = await countOutbox(ctx.postgres.db)
      if (failed > 0) throw new Error(`${failed} mails were given up; their reasons are in mail_outbox`)
      return ctx.settings.hasSmtpUrl ? `SMTP, ${waiting} waiting` : 'the sandbox mailbox'
    },
  },
  { name: 'Audit log', look: auditLine },
  { name: 'Networks', look: networksLine },
  { name: 'Alerts', look: alertsLine },
]

async function auditLine(ctx: Platform): Promise<string> {
  const { position, late, sound } = await recentChain(ctx)
  if (!sound) throw new Error('rows of the audit log were changed; "audit verify" names them')
  if (late > 0 && position > 0) throw new Error(`${late} rows wait for over a minute to be chained`)
  return `${position} rows chained`
}

/** Fails for a network that a fault or silence took off sale; a network that a person paused is only listed. */
export async function networksLine(ctx: Platform): Promise<string> {
  const health = await networkHealth(ctx)
  const lines = health.map((one) => {
    if (isResting(ctx, one)) return `${one.network.code} is not watched while the product is stopped`
    return `${one.network.code} ${one.closed ? tellClosed(one.closed) : 'on sale'}`
  })
  const bad = health.some((one) => one.closed !== null && one.closed.why !== 'paused' && !isResting(ctx, one))
  if (bad) throw new Error(`${lines.join('; ')} (see "payments list")`)
  return lines.join('; ')
}

/** A stopped sandbox is no fault. */
function isResting({ settings }: Platform, { state, closed }: NetworkHealth): boolean {
  const silent = closed?.why === 'lagging' || closed?.why === 'never_opened'
  return settings.mode === 'sandbox' && silent && !state?.trouble
}

export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'Look whether everything this installation needs is in order',
  async run(ctx, _args, io) {
    let failed = 0
    for (const check of checks) {
      try {
        io.print(`ok    ${check.name.padEnd(15)} ${await check.look(ctx)}`)
      } catch (error) {
        failed += 1
        io.print(`BAD   ${check.name.padEnd(15)} ${error instanceof Error ? error.message : error}`)
      }
    }
    if (failed > 0) throw new SettingsError(`${failed} of ${checks.length} checks failed.`)
  },
}

import { access, constants, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Command } from '#src/platform/control.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'

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
      const { rows } = await sql<{ version: string; migrations: bigint }>`
        select current_setting('server_version') as version, (select count(*) from migrations) as migrations`.execute(
        ctx.postgres.db,
      )
      return `${ctx.settings.postgres.kind === 'url' ? 'external' : 'embedded'} ${rows[0]?.version}, ${rows[0]?.migrations} migrations`
    },
  },
  {
    name: 'ClickHouse',
    async look(ctx) {
      const [row] = await ctx.clickhouse.query<{ version: string }>('SELECT version() AS version')
      return `${ctx.settings.clickhouse.kind === 'url' ? 'external' : 'embedded'} ${row?.version}`
    },
  },
  {
    name: 'Mail',
    async look(ctx) {
      const { rows } = await sql<{ waiting: bigint; failed: bigint }>`
        select count(*) filter (where status = 'queued') as waiting, count(*) filter (where status = 'failed') as failed
        from mail_outbox`.execute(ctx.postgres.db)
      const { waiting = 0n, failed = 0n } = rows[0] ?? {}
      if (failed > 0n) throw new Error(`${failed} mails were given up; their reasons are in mail_outbox`)
      return ctx.settings.mail.kind === 'smtp' ? `SMTP, ${waiting} waiting` : 'the sandbox mailbox'
    },
  },
]

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

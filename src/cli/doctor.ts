import type { DoctorCheck } from '#src/contract/operator/installation.ts'
import { diagnose } from '#src/overview/installation/doctor.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { show } from './terminal/checked.ts'

const names: Record<DoctorCheck, string> = {
  node: 'Node',
  dataDir: 'Data directory',
  files: 'Open files',
  clock: 'Clock',
  keyring: 'Key ring',
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  history: 'History',
  archive: 'Archive',
  redis: 'Redis',
  leases: 'Leases',
  mail: 'Mail',
  audit: 'Audit log',
  networks: 'Networks',
  alerts: 'Alerts',
  backup: 'Backup',
}

export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor [--json]',
  summary: 'Check whether everything this installation needs is in order',
  async run(ctx, _args, io) {
    const found = await diagnose(ctx, { thorough: true })
    for (const { name, isFine, text } of found)
      show(
        io,
        { name, isFine, text },
        `${isFine === null ? '-  ' : isFine ? 'ok ' : 'BAD'}   ${names[name].padEnd(15)} ${text}`,
      )
    const failed = found.filter(({ isFine }) => isFine === false).length
    if (failed > 0) throw new SettingsError(`${failed} of ${found.length} checks failed.`)
  },
}

import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type ProcessState, startedProcesses } from '#src/platform/processes/process.ts'
import { closedSince, closeRecovered, openIncident, openIncidents } from '../deposits/incident-store.ts'

/** A process that ended by itself has recovered when it has served for this time. */
const recoveryMs = minuteMs

/** True while a process of this start that ended by itself has not recovered. */
export function someRecover(ctx: Platform): boolean {
  return (startedProcesses.of(ctx) ?? []).some((state) => isRecovering(state, ctx.clock.now()))
}

function isRecovering({ status, since, ended }: ProcessState, now: number): boolean {
  return ended !== null && (status !== 'up' || now - since < recoveryMs)
}

/**
 * Opens an incident for each process of this start that ended by itself, and closes it when the process has recovered.
 * Returns true when all processes have recovered, and false while the processes are unknown. `host`: the name of this
 * machine if processes of other machines may use the database, too; otherwise null.
 */
export async function watchProcesses(ctx: Platform, host: string | null): Promise<boolean> {
  const processes = startedProcesses.of(ctx)
  if (!processes) return false
  const { db } = ctx.postgres
  const kind = 'process_ended'
  const now = ctx.clock.now()
  const prefix = host === null ? '' : `${host} `
  const incidents = (await openIncidents(db)).filter((open) => open.kind === kind && open.subject.startsWith(prefix))
  const open = new Set(incidents.map(({ subject }) => subject))
  for (const { name, roles, starts, ended } of processes) {
    const subject = prefix + name
    if (!ended || open.has(subject) || (await closedSince(db, kind, subject, ended.at))) continue
    const why = ended.signal === null ? { code: ended.code } : { signal: ended.signal }
    const detail = { roles: roles.join(', '), ...why, starts }
    await openIncident(db, { network: null, kind, subject, detail, at: ended.at })
  }
  const recovering = processes.filter((state) => isRecovering(state, now)).map(({ name }) => prefix + name)
  for (const subject of open) {
    if (!recovering.includes(subject)) await closeRecovered(db, kind, subject, now)
  }
  return recovering.length === 0
}

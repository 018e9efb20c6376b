import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { otherEnds, type ProcessEnd, startedProcesses } from '#src/platform/processes/process.ts'
import { closedSince, closeRecovered, openIncident, openIncidents } from '../deposits/incident-store.ts'

/** `name`: the process that ended, `postgres`, or `start` for all processes of the former start. */
type End = { name: string; at: number; detail: object; isRecovering: boolean }

/** A process that ended by itself has recovered when it has served for this time. */
const recoveryMs = minuteMs

/** True while a process of this start that ended by itself has not recovered. */
export function someRecover(ctx: Platform): boolean {
  return endsOf(ctx).some(({ isRecovering }) => isRecovering)
}

function endsOf(ctx: Platform): End[] {
  const recoversUntil = (since: number) => ctx.clock.now() < since + recoveryMs
  const ofProcesses = (startedProcesses.of(ctx) ?? []).flatMap(
    ({ name, roles, status, since, starts, ended }): End[] => {
      if (!ended) return []
      const isRecovering = status !== 'up' || recoversUntil(since)
      return [{ name, at: ended.at, detail: { roles: roles.join(', '), ...whyOf(ended), starts }, isRecovering }]
    },
  )
  const others = Object.entries(otherEnds.of(ctx) ?? {}).map(([name, end]): End => {
    return { name, at: end.at, detail: whyOf(end), isRecovering: recoversUntil(end.at) }
  })
  return [...others, ...ofProcesses]
}

function whyOf({ code, signal }: ProcessEnd): object {
  return signal !== null ? { signal } : code !== null ? { code } : {}
}

/**
 * Opens an incident for each process of this start that ended by itself, and closes it when the process has recovered.
 * Returns true when all processes have recovered, and false while the processes are unknown. `place`: the machine and
 * the folder of this start if other starts may use the database, too; otherwise null.
 */
export async function watchProcesses(ctx: Platform, place: string | null): Promise<boolean> {
  if (!startedProcesses.of(ctx)) return false
  const { db } = ctx.postgres
  const kind = 'process_ended'
  const prefix = place === null ? '' : `${place} `
  const incidents = (await openIncidents(db)).filter((open) => open.kind === kind && open.subject.startsWith(prefix))
  const open = new Set(incidents.map(({ subject }) => subject))
  const ends = endsOf(ctx).map((end) => ({ ...end, subject: prefix + end.name }))
  for (const { subject, at, detail } of ends) {
    if (open.has(subject) || (await closedSince(db, kind, subject, at))) continue
    await openIncident(db, { network: null, kind, subject, detail, at })
  }
  const recovering = ends.filter(({ isRecovering }) => isRecovering).map(({ subject }) => subject)
  for (const subject of open) {
    if (!recovering.includes(subject)) await closeRecovered(db, kind, subject, ctx.clock.now())
  }
  return recovering.length === 0
}

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from '#test/fixtures/family.ts'

const ticksPerSecond = 100
const pollMs = 200

/** Processor seconds that a process has used until now, in user and system mode. Throws if it has ended. Linux only. */
export function processorSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/**
 * Processor seconds of this process's descendants during some work. If a descendant ends during the work, up to a fifth
 * of a second before its end is not counted.
 */
export async function familySeconds(work: () => Promise<unknown>): Promise<number> {
  const last = new Map<number, number>()
  const read = () => {
    for (const { pid } of processesOf(process.pid).filter((one) => one.pid !== process.pid))
      try {
        last.set(pid, processorSecondsOf(pid))
      } catch {
        // The process has ended since it was listed.
      }
  }
  read()
  const before = new Map(last)
  const done = new AbortController()
  const polling = (async () => {
    for (; !done.signal.aborted; read()) await sleep(pollMs)
  })()
  try {
    await work()
  } finally {
    done.abort()
    await polling
  }
  read()
  return [...last].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasCode } from './read-if-there.ts'

/** A process: its id, and its start to distinguish it from a later process with the same id. */
export type ProcessMark = { pid: number; start: string }

export function markOf(pid: number): ProcessMark {
  return { pid, start: startOf(pid) ?? '-' }
}

export function isRunning({ pid, start }: ProcessMark): boolean {
  return isAlive(pid) && (startOf(pid) ?? '-') === start
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return statFields(pid)?.[0] !== 'Z'
  } catch (cause) {
    return hasCode(cause, 'EPERM')
  }
}

/** Ticks since boot on Linux; the date on systems without `/proc` (macOS). */
function startOf(pid: number): string | null {
  return statFields(pid)?.[19] ?? (process.platform === 'linux' ? null : startDateOf(pid))
}

function startDateOf(pid: number): string | null {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env })
      .trim()
      .replaceAll(' ', '_')
  } catch {
    // The process has ended.
    return null
  }
}

function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended, or this system has no /proc.
    return null
  }
}

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessMark } from './process-mark.ts'

/**
 * The text of the lock file. It names the processes that have the lock, for refusals and for the next start. Only the
 * kernel knows whether the folder is locked.
 */
export type LockNote = {
  owner: ProcessMark
  host: string
  /** The boot and the process namespace in which the ids are valid. */
  place: string
  /** The inode of the lock file: a copy of the folder has another inode. */
  inode: string
  children: ReadonlyMap<string, ProcessMark>
}

/** The first line begins like the lock file of an older release, so that older releases refuse the folder, too. */
export function writeNote({ owner, host, place, inode, children }: LockNote): string {
  const lines = [...children].map(([name, { pid, start }]) => `${pid} ${start} ${name}\n`)
  return `${owner.pid} ${owner.start} ${host} ${place} ${inode}\n${lines.join('')}`
}

/** Null for an empty file, and for the lock file of an older release. */
export function readNote(text: string): LockNote | null {
  const [first = [], ...rest] = text.split('\n').map((line) => line.split(' '))
  const [host, place, inode] = first.slice(2)
  const owner = markIn(first)
  if (!owner || !host || !place || !inode) return null
  const children = rest.flatMap((words): [string, ProcessMark][] => {
    const [mark, name] = [markIn(words), words[2]]
    return mark && name ? [[name, mark]] : []
  })
  return { owner, host, place, inode, children: new Map(children) }
}

/** The process in the lock file of an older release, which has only the id and the start of that process. */
export function readFormerNote(text: string): ProcessMark | null {
  const words = text.trim().split(' ')
  return words.length === 2 ? markIn(words) : null
}

function markIn([pidText = '', start = '']: readonly string[]): ProcessMark | null {
  const pid = Number(pidText)
  return Number.isInteger(pid) && pid > 0 && start !== '' ? { pid, start } : null
}

export function thisHost(): string {
  return hostname().replaceAll(/\s/g, '-') || 'localhost'
}

export function thisPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // macOS has a single process namespace.
    return thisHost()
  }
}

import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '../settings.ts'
import { hasCode, readIfThere } from './read-if-there.ts'

/** Locks `DATA_DIR` for this process. Replaces a dead process's lock; a refusal names a running holder. */
export async function lockDataDir(dataDir: string): Promise<AsyncDisposable> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  const mine = `${path}.${process.pid}`
  const content = processMark(process.pid)
  await writeFile(mine, content).catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(
      `DATA_DIR ${dataDir} cannot be written (${cause.code}). Give the folder to the user that runs Tapewire, or set DATA_DIR to another one.`,
      { cause },
    )
  })
  try {
    for (;;) {
      if (await claim(mine, path)) break
      const held = await readIfThere(path)
      if (held === null) continue
      const pid = holder(held)
      if (pid !== null) {
        throw new SettingsError(
          `The data directory ${dataDir} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
        )
      }
      await discard(path, held)
    }
  } finally {
    await rm(mine, { force: true })
  }
  return {
    async [Symbol.asyncDispose]() {
      const held = await readIfThere(path)
      if (held === content) await rm(path, { force: true })
    },
  }
}

async function claim(mine: string, path: string): Promise<boolean> {
  try {
    await link(mine, path)
    return true
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return false
    throw cause
  }
}

/** Removes a dead holder's lock. Puts the lock back if another starter has replaced it since it was read. */
async function discard(path: string, seen: string): Promise<void> {
  const aside = `${path}.dead.${process.pid}`
  try {
    await rename(path, aside)
  } catch (cause) {
    // Another starter removed the lock first.
    if (hasCode(cause, 'ENOENT')) return
    throw cause
  }
  if ((await readFile(aside, 'utf8')) !== seen) await claim(aside, path)
  await rm(aside, { force: true })
}

/** Identifies a process: its id, and its start time to distinguish it from a later process with the same id. */
export function processMark(pid: number): string {
  return `${pid} ${processStart(pid) ?? ''}\n`
}

/** The id of the process that a mark identifies; null when it no longer runs. */
export function holder(text: string): number | null {
  const [pidText, start] = text.trim().split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null
  const now = processStart(pid)
  return start && now && start !== now ? null : pid
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return processState(pid) !== 'Z'
  } catch (cause) {
    return hasCode(cause, 'EPERM')
  }
}

function processState(pid: number): string | null {
  return statFields(pid)?.[0] ?? null
}

/** The process's start in ticks since boot; null on systems that do not report it (macOS). */
function processStart(pid: number): string | null {
  return statFields(pid)?.[19] ?? null
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

import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock } from 'fs-native-extensions'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { type LockNote, readFormerNote, readNote, thisHost, thisPlace, writeNote } from './lock-note.ts'
import { isRunning, markOf, type ProcessMark } from './process-mark.ts'
import { hasCode } from './read-if-there.ts'

export type DataDirLock = AsyncDisposable & {
  /** Passed to every child process, so that the folder stays locked until the last process has ended. */
  fd: number
  /** The former start was killed: it has not released the lock of this folder. */
  isAfterKill: boolean
  /** Names a child process in the lock, so that the next start can end a child that outlived this process. */
  note(name: string, pid: number): void
}

export type LockOptions = {
  log: Log
  signal: AbortSignal
  /** Ends the database of a killed owner. */
  endDatabase?: () => Promise<void>
  /** The longest wait for a lock of another container or machine. */
  elsewhereMs?: number
}

/** How long processes may take to end after their owner has ended: a database may write its memory to the disk. */
const orphansMs = 20_000
/** The time until the last process of a killed container is gone. */
const elsewhereMsMax = 10_000
/** The time for which a process stays visible after it was killed. */
const killedMs = 1_000
const sayAfterMs = 2_000
const lookEveryMs = 20

/**
 * Locks `DATA_DIR` by a kernel lock on the file `lock`. A kernel lock works across containers and ends with the
 * processes that hold it. The file is never removed, because two processes could then lock two files of the same name.
 */
export async function lockDataDir(dataDir: string, options: LockOptions): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  const fd = openLock(path, dataDir)
  try {
    await untilLocked(fd, path, dataDir, options)
    const before = readFileSync(path, 'utf8')
    const former = readFormerNote(before)
    if (former && isRunning(former)) throw inUse(dataDir, path, former.pid)
    const note = { owner: markOf(process.pid), host: thisHost(), place: thisPlace(), inode: String(fstatSync(fd).ino) }
    const left = readNote(before)
    const isCopied = left !== null && left.inode !== note.inode
    if (isCopied)
      options.log.info('this data directory is a copy of one that was in use, and is opened as after a crash', {
        path: dataDir,
        of: { host: left.host, pid: left.owner.pid },
      })
    const children = new Map<string, ProcessMark>()
    let isReleased = false
    const write = () => replaceText(fd, writeNote({ ...note, children }))
    write()
    return {
      fd,
      isAfterKill: left !== null && !isCopied,
      note(name, pid) {
        if (isReleased) return
        children.set(name, markOf(pid))
        write()
      },
      async [Symbol.asyncDispose]() {
        isReleased = true
        ftruncateSync(fd)
        closeSync(fd)
      },
    }
  } catch (cause) {
    closeSync(fd)
    throw cause
  }
}

function openLock(path: string, dataDir: string): number {
  try {
    return openSync(path, 'a+', 0o600)
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR ${dataDir} cannot be written (${path}: ${codeOf(cause)}). Give the folder to the user that runs Tapewire, or set DATA_DIR to another one.`,
      { cause },
    )
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : cause
}

async function untilLocked(fd: number, path: string, dataDir: string, options: LockOptions): Promise<void> {
  const { log, signal, endDatabase = async () => undefined, elsewhereMs = elsewhereMsMax } = options
  const here = thisPlace()
  const began = performance.now()
  let ending: Promise<unknown> | null = null
  let hasSaid = false
  while (!isLocked(fd, path)) {
    signal.throwIfAborted()
    const held = readNote(readFileSync(path, 'utf8'))
    const isHere = held?.place === here
    const waitedMs = performance.now() - began
    const isOwned = isHere && isRunning(held.owner)
    if (isOwned && waitedMs > killedMs) throw inUse(dataDir, path, held.owner.pid)
    if (isHere && !isOwned) ending ??= Promise.all([endChildren(held), endDatabase()])
    if (waitedMs > (isHere ? orphansMs : elsewhereMs)) throw stillInUse(dataDir, path, isHere ? null : held)
    if (waitedMs > sayAfterMs && !hasSaid) {
      hasSaid = true
      log.info('waiting until the data directory is free', { lock: path, host: held?.host, pid: held?.owner.pid })
    }
    await sleep(lookEveryMs, undefined, { signal })
  }
  await ending
}

function isLocked(fd: number, path: string): boolean {
  try {
    return tryLock(fd)
  } catch (cause) {
    throw new SettingsError(
      `${path} cannot be locked (${codeOf(cause)}). Put DATA_DIR on a file system with locks, such as a local disk.`,
      { cause },
    )
  }
}

/** Ends children of a killed owner, which stop by themselves unless they hang. */
function endChildren({ children }: LockNote): void {
  for (const child of children.values()) if (isRunning(child)) process.kill(child.pid, 'SIGKILL')
}

/** A full disk loses the text, but not the lock, which needs no space. People and the next start read the text. */
function replaceText(fd: number, text: string): void {
  ftruncateSync(fd)
  try {
    writeSync(fd, text)
  } catch (cause) {
    if (!hasCode(cause, 'ENOSPC') && !hasCode(cause, 'EDQUOT')) throw cause
  }
}

function inUse(dataDir: string, path: string, pid: number): SettingsError {
  return new SettingsError(
    `The data directory ${dataDir} is in use by process ${pid}, which has locked ${path}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

/** `elsewhere`: the note of an owner whose processes are not visible here. */
function stillInUse(dataDir: string, path: string, elsewhere: LockNote | null): SettingsError {
  if (elsewhere)
    return new SettingsError(
      `The data directory ${dataDir} is in use by a product in another container or on another machine (process ${elsewhere.owner.pid} of the host ${elsewhere.host}), which has locked ${path}. Stop it first, or set DATA_DIR to another folder.`,
    )
  const pids = processesWith(path)
  const which = pids.length > 0 ? ` (${pids.join(', ')})` : ''
  return new SettingsError(
    `The data directory ${dataDir} is still in use by processes of an earlier start${which}, which have locked ${path}. End them and start again.`,
  )
}

/** The other processes that have a file open and are visible to this user. Empty without `/proc`. */
function processesWith(path: string): number[] {
  const list = (folder: string) => {
    try {
      return readdirSync(folder)
    } catch {
      // The folder belongs to another user, its process has ended, or this is not Linux.
      return []
    }
  }
  const pids = list('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
  return pids.filter((pid) => list(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === path))
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // The process has closed the file meanwhile.
    return null
  }
}

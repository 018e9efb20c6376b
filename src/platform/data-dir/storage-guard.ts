import { statfs } from 'node:fs/promises'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { removeDayFiles } from './day-files.ts'

const checkEveryMs = 5_000
/** Bytes to keep free: below this, changes are refused so that no engine meets a full disk. */
export const reserveBytes = 256 * 1024 * 1024

/**
 * Watches the free space at `DATA_DIR`. While `full`, changes are refused with a named error; reading continues. Before
 * changes are refused, day files are removed.
 */
export class StorageGuard implements AsyncDisposable {
  full = false
  readonly #path: string
  readonly #log: Log
  readonly #onChange: (full: boolean) => void
  readonly #freeBytes: (path: string) => Promise<number>
  readonly #timer: NodeJS.Timeout

  constructor(
    path: string,
    log: Log,
    freeBytes: (path: string) => Promise<number> = freeBytesAt,
    onChange: (full: boolean) => void = () => undefined,
  ) {
    this.#path = path
    this.#log = log
    this.#onChange = onChange
    this.#freeBytes = freeBytes
    this.#timer = setInterval(() => void this.check(), checkEveryMs)
    this.#timer.unref()
  }

  async check(): Promise<void> {
    // `full` ends only when a quarter more than the reserve is free, so that the state does not flap.
    const needed = this.full ? reserveBytes * 1.25 : reserveBytes
    let free = await this.#free()
    if (free < needed) {
      await removeDayFiles(this.#path).catch((cause: unknown) =>
        this.#log.warn('day files could not be removed', { cause }),
      )
      free = await this.#free()
    }
    const full = free < needed
    if (full !== this.full) {
      const mib = Math.round(free / 1024 ** 2)
      if (full)
        this.#log.error('the disk is nearly full: changes are refused until there is space', { path: this.#path, mib })
      else this.#log.info('the disk has space again', { path: this.#path, mib })
    }
    const isChange = full !== this.full
    this.full = full
    if (isChange) this.#onChange(full)
  }

  /** A file system that does not report its free space must not block changes. */
  #free(): Promise<number> {
    return this.#freeBytes(this.#path).catch(() => Number.POSITIVE_INFINITY)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
  }
}

export async function assertDiskSpace(
  path: string,
  freeBytes: (path: string) => Promise<number> = freeBytesAt,
): Promise<void> {
  // A file system that does not report its free space must not block a start.
  const free = await freeBytes(path).catch(() => Number.POSITIVE_INFINITY)
  if (free >= reserveBytes) return
  const [left, needed] = [free, reserveBytes].map((bytes) => Math.round(bytes / 1024 ** 2))
  throw new SettingsError(
    `The disk of DATA_DIR (${path}) has ${left} MiB left, and a start needs ${needed} MiB. Free some space ("df -h ${path}" shows what is left), or set DATA_DIR to a folder on a larger disk.`,
  )
}

export async function freeBytesAt(path: string): Promise<number> {
  return (await spaceAt(path)).free
}

/** The size and the free space of the file system that holds `path`, in bytes. */
export async function spaceAt(path: string): Promise<{ total: number; free: number }> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { total: blocks * bsize, free: bavail * bsize }
}

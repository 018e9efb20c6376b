import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { fileColumns } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { barsOfDay } from '#src/market/archive/day-bars.ts'
import { dayMark } from '#src/market/archive/day-mark.ts'
import type { DayRows } from '#src/market/archive/day-rows.ts'
import { ticksOfDay } from '#src/market/archive/day-ticks.ts'
import { dayFilesName } from '#src/platform/data-dir/day-files.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvFile, parquetFile } from '../wire/packed/table-file.ts'
import { type DayFile, recordFile } from './file-store.ts'

/** A day file on disk. `modified`: ms. */
export type KeptFile = { path: string; rows: number; bytes: number; sha256: string; modified: number }

/** The longest time until a change of a day's rows is noticed. */
const markMs = minuteMs / 6
/** The time after which a kept file is made again, because calendars and formats can change, too. */
const lifeMs = dayMs
const keptBytesMax = 4 * 1024 ** 3
/** Files used within this time are not removed, because a response may be about to open such a file. */
const inUseMs = minuteMs

type Making = { file: Promise<KeptFile>; waiting: number; abort: AbortController }

/**
 * Makes day files on disk and keeps them, so that a file has its length, its checksum and its ranges before its first
 * byte is sent. Requests for the same file share one creation, which ends when all their clients have disconnected.
 */
export class KeptFiles {
  readonly #ctx: Platform
  readonly #folder: string
  readonly #marks = new Map<string, { mark: string; until: number }>()
  readonly #making = new Map<string, Making>()

  constructor(ctx: Platform) {
    this.#ctx = ctx
    this.#folder = join(ctx.settings.dataDir, dayFilesName)
  }

  async open(wanted: DayFile, gone: AbortSignal): Promise<KeptFile> {
    const name = JSON.stringify(wanted)
    const making = this.#making.get(name) ?? this.#begin(name, wanted)
    making.waiting += 1
    const leave = () => {
      making.waiting -= 1
      if (making.waiting > 0) return
      making.abort.abort()
      this.#making.delete(name)
    }
    gone.addEventListener('abort', leave, { once: true })
    try {
      return await making.file
    } finally {
      gone.removeEventListener('abort', leave)
    }
  }

  #begin(name: string, wanted: DayFile): Making {
    const abort = new AbortController()
    const file = this.#find(name, wanted, abort.signal).finally(() => {
      if (this.#making.get(name) === making) this.#making.delete(name)
    })
    const making: Making = { file, waiting: 0, abort }
    this.#making.set(name, making)
    return making
  }

  async #find(name: string, wanted: DayFile, gone: AbortSignal): Promise<KeptFile> {
    const mark = await this.#markOf(name, wanted, gone)
    const key = createHash('sha256').update(`${name} ${fileColumns[wanted.kind]} ${mark}`).digest('hex').slice(0, 32)
    await mkdir(this.#folder, { recursive: true })
    return (await this.#kept(key)) ?? (await this.#make(key, wanted, gone))
  }

  async #markOf(name: string, wanted: DayFile, gone: AbortSignal): Promise<string> {
    const now = this.#ctx.clock.elapsed()
    const known = this.#marks.get(name)
    if (known && now < known.until) return known.mark
    const mark = await dayMark(this.#ctx, wanted, gone)
    gone.throwIfAborted()
    if (this.#marks.size >= 1_000) this.#marks.clear()
    this.#marks.set(name, { mark, until: now + markMs })
    return mark
  }

  async #kept(key: string): Promise<KeptFile | null> {
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(key)) continue
      const path = join(this.#folder, name)
      const { size, mtime } = await stat(path)
      if (Date.now() - mtime.getTime() > lifeMs) return null
      await utimes(path, new Date(), mtime)
      const [, rows, modified, sha256 = ''] = name.split('.')
      return { path, rows: Number(rows), bytes: size, sha256, modified: Number(modified) }
    }
    return null
  }

  async #make(key: string, wanted: DayFile, gone: AbortSignal): Promise<KeptFile> {
    if (this.#ctx.storage.full) throw refuse('storage_full')
    await this.#makeRoom()
    const unfinished = join(this.#folder, `${randomUUID()}.part`)
    let rows = 0
    let bytes = 0
    const sum = createHash('sha256')
    const { kind } = wanted
    const parts =
      kind === 'bars' ? barsOfDay(this.#ctx, wanted, gone) : ticksOfDay(this.#ctx, { ...wanted, kind }, gone)
    async function* counted(): AsyncGenerator<DayRows> {
      for await (const part of parts) {
        rows += part.rows.length
        yield part
      }
    }
    async function* summed(packed: AsyncIterable<Buffer>) {
      for await (const chunk of packed) {
        bytes += chunk.length
        sum.update(chunk)
        yield chunk
      }
    }
    const table = { columns: fileColumns[kind], parts: counted() }
    const target = createWriteStream(unfinished, { mode: 0o600 })
    try {
      if (wanted.form === 'parquet') await pipeline(parquetFile(table), summed, target, { signal: gone })
      else await pipeline(csvFile(table), createGzip({ level: 6 }), summed, target, { signal: gone })
      const sha256 = sum.digest('hex')
      const made = { rows, bytes, sha256 }
      const modified = await recordFile(this.#ctx, wanted, made)
      const path = join(this.#folder, `${key}.${rows}.${modified}.${sha256}.${wanted.form}`)
      await rename(unfinished, path)
      return { path, modified, ...made }
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  /** Removes the least recently used files beyond `keptBytesMax`, except files in use. */
  async #makeRoom(): Promise<void> {
    const kept: { path: string; bytes: number; used: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const { size, atimeMs, mtimeMs } = await stat(path).catch(() => ({ size: 0, atimeMs: 0, mtimeMs: 0 }))
      kept.push({ path, bytes: size, used: Math.max(atimeMs, mtimeMs) })
    }
    kept.sort((a, b) => b.used - a.used)
    let total = 0
    for (const { path, bytes, used } of kept) {
      total += bytes
      if (total > keptBytesMax && Date.now() - used > inUseMs) await rm(path, { force: true })
    }
  }
}

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { FileRefused } from './file/file-refused.ts'
import { Quarantine } from './file/quarantine.ts'
import { BarRows } from './rows/bar-rows.ts'
import { openTable } from './tables/table-of.ts'

/** `npm run drill -- hostile-files` tries more files, and measures the processor time of each. */
const drillFiles = process.env.TAPEWIRE_DRILL_FILES
const filesOfKind = Number(drillFiles ?? 12)
const seed = Number(process.env.TAPEWIRE_DRILL_SEED ?? 1)
const bytesMax = 64 * 1024
/** The limit of processor time in the drill, on an otherwise idle machine. */
const cpuMsMax = 250
/** The maximum length of the text that is read of one file. The time of a read is proportional to this length. */
const textLengthMax = 4 * 1024 * 1024
const memoryMibMax = 256

const lines = Array.from({ length: 400 }, (_, at) => {
  const day = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
  return `${day},${100 + (at % 7)},110,90,${101 + (at % 5)},${at * 10}`
})
const csv = Buffer.from(`time,open,high,low,close,volume\n${lines.join('\n')}\n`)
const fixture = (path: string) => readFileSync(join('test/fixtures', path))

const kinds: Record<string, Buffer[]> = {
  csv: [csv],
  'csv.gz': [gzipSync(csv)],
  'csv.zst': [zstdCompressSync(csv)],
  dbn: ['bars-v1.dbn', 'bars-v2.dbn', 'bars-v3.dbn'].map((name) => fixture(`dbn/${name}`)),
  'dbn.zst': [fixture('dbn/bars-v3.dbn.zst')],
  parquet: ['snappy', 'zstd', 'lz4', 'brotli', 'zstd-v2', 'decimals', 'equal-rows'].map((name) =>
    fixture(`parquet/${name}.parquet`),
  ),
}

const exchange = exchangeOf({ kept: new Map() }, { class: 'stock', region: 'US', code: 'HOSTILE', exchange: '' })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Numbers from 0 to 1 that depend only on the seed. */
function randomOf(start: number): () => number {
  let state = start * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const extremes = [0, 1, 0x7f, 0x80, 0xff]

/** A file with changed, repeated, moved or missing bytes. */
function mutated(whole: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(whole)
  const place = () => Math.floor(random() * bytes.length)
  for (let left = 1 + Math.floor(random() * 8); left > 0; left -= 1) {
    const value = random() < 0.5 ? extremes[Math.floor(random() * extremes.length)] : Math.floor(random() * 256)
    bytes.fill(value ?? 0, place(), place())
    bytes[place()] = value ?? 0
    if (bytes.length > 8) bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), Math.min(place(), bytes.length - 4))
  }
  // In most files only a few bytes change, so that readers get past the header.
  const near = Buffer.from(whole)
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) near[place()] = Math.floor(random() * 256)
  const chosen = random() < 0.7 ? near : bytes
  const parts = random() < 0.1 ? [chosen, chosen] : [chosen]
  return Buffer.concat(parts).subarray(0, random() < 0.15 ? place() : bytesMax)
}

/** The outcome of a read, and the length of the text that was read. */
async function read(path: string): Promise<{ outcome: string; length: number }> {
  const interval = path.includes('dbn') ? '1m' : '1d'
  let length = 0
  const target = { class: 'stock', region: 'US', code: 'HOSTILE', interval } as const
  try {
    const request = { kind: 'bars', flags: {}, target, exchange, released: undefined } as const
    const { dialect, chunks } = await openTable(path, request, new AbortController().signal)
    const limits = { interval, now: Date.UTC(2026, 0, 1), negativePrices: false, acceptOutliers: false } as const
    const rows = new BarRows({ ...limits, dialect }, new Quarantine(folder, 'hostile', async () => {}))
    for await (const { text } of chunks) {
      length += text.length
      rows.read(text)
    }
    return { outcome: 'read', length }
  } catch (cause) {
    if (cause instanceof FileRefused) return { outcome: cause.problem.name, length }
    throw cause
  }
}

test.each(Object.keys(kinds))(
  'an altered file of the kind %s is read or refused within the limits of text length and memory',
  async (kind) => {
    const random = randomOf(seed)
    const originals = kinds[kind] ?? []
    const path = join(folder, `stock-us-HOSTILE-1d.${kind}`)
    for (const original of originals) {
      await writeFile(path, original)
      await read(path)
    }
    for (let at = 0; at < filesOfKind; at += 1) {
      await writeFile(path, mutated(originals[at % originals.length] ?? csv, random))
      const [cpu, memory] = [process.cpuUsage(), process.memoryUsage.rss()]
      const { outcome, length } = await read(path)
      const { user, system } = process.cpuUsage(cpu)
      const about = `${kind}, file ${at} of seed ${seed}: ${outcome}`
      expect(length, about).toBeLessThan(textLengthMax)
      if (drillFiles) expect((user + system) / 1_000, about).toBeLessThan(cpuMsMax)
      expect((process.memoryUsage.rss() - memory) / 1024 ** 2, about).toBeLessThan(memoryMibMax)
    }
  },
)

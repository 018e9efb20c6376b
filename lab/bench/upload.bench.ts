import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { signUpStaff } from '#test/fixtures/staff-sign-up.ts'
import type { Bench } from './bench.ts'
import { serve } from './serve.ts'

/** The browser sends pieces of this size. */
const pieceBytes = 4 * 1024 * 1024
const growthMiBMax = 100
const pollMs = 50
const head = 'time,open,high,low,close,volume\n'
const row = '2025-01-02T00:00:00Z,1,3,1,2,10\n'

type Upload = { id: string; received: number; state: string }

/** Uploads a file in pieces through the whole product; the connection breaks in the middle. */
export const bench: Bench = {
  about: 'upload of a large file in the console, beside a bare server that writes the same pieces',
  async run(report, { gib }) {
    const size = Math.round(gib * 1024 ** 3)
    await using folder = await temporaryDataDir()
    await using bare = await appending(join(folder.path, 'bare'))
    const few = Math.min(size, 512 * 1024 ** 2)
    const baseline = await perSecond(few, async () => {
      for (let at = 0; at < few; at += pieceBytes) await put(`http://127.0.0.1:${bare.port}/`, pieceOf(at, few), '')
    })
    await using product = await spawnProduct(folder.path, { LOG_LEVEL: 'warn' })
    await product.ready()
    const { call, cookie } = await signUpStaff(product.site, folder.path, 'data')
    const pid = product.child.pid ?? 0
    await untilAtRest(pid)
    const before = await residentMiB(pid)
    const peak = watchPeak(pid)
    const body = { file: 'stock-us-BENCH-1m.csv', bytes: size, kind: 'bars' }
    const begun = await call('/api/operator/uploads', body)
    const path = `/api/operator/uploads/${(begun.body.data as Upload).id}`
    const known = async () => (await call(path)).body.data as Upload
    let broken = 0
    const rate = await perSecond(size, async () => {
      for (let upload = await known(); upload.state === 'receiving'; ) {
        const { received } = upload
        const piece = pieceOf(received, size)
        const breaks = broken === 0 && received >= size / 2
        const url = `${product.site}${path}?offset=${received}`
        if (breaks) await putHalf(url, piece, cookie)
        upload = breaks ? await settled(known, received) : ((await put(url, piece, cookie)) as Upload)
        if (breaks) broken = upload.received - received
      }
    })
    const growth = (await peak.stop()) - before
    report.note(
      `the connection broke at half of the file, in a piece of which ${broken.toLocaleString('en-US')} bytes were kept`,
    )
    report.row({
      what: `upload of ${gib} GiB`,
      value: rate,
      unit: 'MiB/s',
      baseline: { what: 'a bare node:http server', value: baseline },
    })
    report.row({ what: 'memory of the process before', value: before, unit: 'MiB' })
    report.row({ what: 'growth at most', value: growth, unit: 'MiB', goal: { atMost: growthMiBMax } })
  },
}

async function perSecond(bytes: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return bytes / 1024 ** 2 / ((performance.now() - began) / 1_000)
}

const rows = Buffer.from(row.repeat(Math.ceil(pieceBytes / row.length) + 1))

/** The bytes of the file from an offset on: the header, then the same row repeated. */
function pieceOf(offset: number, size: number): Buffer {
  const length = Math.min(pieceBytes, size - offset)
  if (offset === 0) return Buffer.concat([Buffer.from(head), rows]).subarray(0, length)
  const from = (offset - head.length) % row.length
  return rows.subarray(from, from + length)
}

/** Sends a piece. Resolves with the `data` of the response. */
async function put(url: string, piece: Buffer, cookie: string): Promise<unknown> {
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(piece) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text === '' ? null : JSON.parse(text).data
}

async function putHalf(url: string, piece: Buffer, cookie: string): Promise<void> {
  const headers = { cookie, 'content-type': 'application/octet-stream', 'content-length': piece.length }
  const outgoing = request(url, { method: 'PUT', headers })
  outgoing.on('error', () => {})
  outgoing.write(piece.subarray(0, piece.length / 2))
  await once(outgoing, 'drain')
  outgoing.destroy()
}

/** Polls until the product has stored the received half of the broken piece. */
async function settled(known: () => Promise<Upload>, received: number): Promise<Upload> {
  for (;;) {
    const upload = await known()
    if (upload.received > received) return upload
    await sleep(pollMs)
  }
}

async function appending(path: string) {
  return serve(async (incoming, outgoing) => {
    await pipeline(incoming, createWriteStream(path, { flags: 'a' }))
    outgoing.end()
  })
}

/** Samples the memory until stopped; `stop` returns the peak in MiB. */
function watchPeak(pid: number): { stop(): Promise<number> } {
  const stopped = new AbortController()
  const watch = async () => {
    let peak = 0
    while (!stopped.signal.aborted) {
      peak = Math.max(peak, await residentMiB(pid))
      await sleep(pollMs)
    }
    return peak
  }
  const watching = watch()
  return {
    stop() {
      stopped.abort()
      return watching
    },
  }
}

async function residentMiB(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

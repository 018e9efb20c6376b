import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Clock } from '#src/platform/clock.ts'
import { acceptsEncoding, type Encoding } from '#src/platform/text/accept-encoding.ts'
import type { Afterwards } from '../context/afterwards.ts'

type Bytes = Uint8Array<ArrayBuffer>

type KeptPage = {
  type: string
  etag: string
  csp: string | null
  freshUntil: number
  keptUntil: number
  squeezing: boolean
  plain: Bytes
} & Record<Encoding, Bytes | null>

/** `csp` is null for texts. Without `maxAgeMs` the page stays until it is dropped. */
export type FreshPage = { body: string; type: string; csp: string | null; maxAgeMs: number | null }

/** The parts of a request that decide how a cached page is sent: its method and headers. */
export type RequestHead = { method: string; headers: { get(name: string): string | null } }

export type KeptAnswer = { status: number; headers: Record<string, string>; body: Bytes | null }

export type PageCache = {
  /** A cached page that needs neither a new rendering nor better compression; null otherwise. */
  ready(key: string, request: RequestHead): KeptAnswer | null
  /**
   * `stale` is true for one caller only, which must render the page again. The old page is still served. If the page is
   * not replaced soon, another caller tries.
   */
  find(key: string, request: Request): { response: Response; stale: boolean } | null
  /**
   * Returns a response with the page. Caches the page unless `drop` was called since `generation`, because it may then
   * be outdated.
   */
  keep(key: string, request: Request, page: FreshPage, generation: number): Response
  /** Increases with each drop. */
  generation(): number
  drop(): void
}

const pagesMax = 2_000
/** Maximum bytes of all pages, including their compressed forms. */
const bytesMax = 64 * 1024 * 1024
/** Maximum number of pages that wait for the best compression. A further page tries again at its next request. */
const squeezedAtOnceMax = 100
/** A stale page is served for up to this many times its maximum age while it is rendered again. */
const staleTimes = 5
/** The time after which another caller renders a stale page whose rendering has failed, or is slow. */
const renewalMs = 5_000
const quickQuality = 5
const bestQuality = 11
const compress = promisify(brotliCompress)
const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const quickly: Record<Encoding, (plain: Bytes) => Buffer> = {
  br: (plain) => brotliCompressSync(plain, brotliAt(quickQuality)),
  gzip: (plain) => gzipSync(plain),
}

/**
 * Rendered pages in memory. The first request compresses a page quickly. After the second request, a page without a
 * maximum age is compressed as well as possible.
 */
export function createPageCache(
  clock: Clock,
  afterwards: Afterwards,
  limits = { bytesMax, squeezedAtOnceMax },
): PageCache {
  const pages = new Map<string, KeptPage>()
  let generation = 0
  let squeezed = 0
  const after = (ms: number | null) => (ms === null ? Number.POSITIVE_INFINITY : clock.elapsed() + ms)

  function remember(key: string, page: FreshPage, isCurrent: boolean): KeptPage {
    const plain = new TextEncoder().encode(page.body)
    const kept: KeptPage = {
      etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
      type: page.type,
      csp: page.csp,
      freshUntil: after(page.maxAgeMs),
      keptUntil: after(page.maxAgeMs === null ? null : page.maxAgeMs * staleTimes),
      squeezing: page.maxAgeMs !== null,
      plain,
      gzip: null,
      br: null,
    }
    if (!isCurrent) return kept
    pages.delete(key)
    pages.set(key, kept)
    trim()
    return kept
  }

  /** Drops the oldest pages. Runs only after an insertion or a compression, which cost far more than this loop. */
  function trim() {
    let bytes = 0
    for (const page of pages.values()) bytes += sizeOf(page)
    for (const [key, page] of pages) {
      if (bytes <= limits.bytesMax && pages.size <= pagesMax) return
      pages.delete(key)
      bytes -= sizeOf(page)
    }
  }

  function answerWith(page: KeptPage, request: RequestHead): KeptAnswer {
    const before = sizeOf(page)
    const made = answer(page, request)
    if (sizeOf(page) > before) trim()
    return made
  }

  function squeeze(key: string, kept: KeptPage) {
    if (squeezed >= limits.squeezedAtOnceMax) return
    squeezed += 1
    kept.squeezing = true
    afterwards(async () => {
      if (pages.get(key) === kept) kept.br = bytesOf(await compress(kept.plain, brotliAt(bestQuality)))
      trim()
    })
      // The site closes, so readers get the quickly compressed form.
      .catch(() => undefined)
      .finally(() => {
        squeezed -= 1
      })
  }

  return {
    ready(key, request) {
      const page = pages.get(key)
      return page?.squeezing && page.freshUntil > clock.elapsed() ? answerWith(page, request) : null
    },
    find(key, request) {
      const page = pages.get(key)
      if (!page) return null
      if (page.keptUntil <= clock.elapsed()) {
        pages.delete(key)
        return null
      }
      const stale = page.freshUntil <= clock.elapsed()
      if (stale) page.freshUntil = Math.min(clock.elapsed() + renewalMs, page.keptUntil)
      if (!page.squeezing) squeeze(key, page)
      return { response: asResponse(answerWith(page, request)), stale }
    },
    keep: (key, request, page, since) => asResponse(answerWith(remember(key, page, since === generation), request)),
    generation: () => generation,
    drop() {
      generation += 1
      pages.clear()
    },
  }
}

function sizeOf({ plain, gzip, br }: KeptPage): number {
  return plain.length + (gzip?.length ?? 0) + (br?.length ?? 0)
}

function encoded(page: KeptPage, encoding: Encoding | null): Bytes {
  if (encoding === null) return page.plain
  const bytes = page[encoding] ?? bytesOf(quickly[encoding](page.plain))
  page[encoding] = bytes
  return bytes
}

/** Copies the buffer once, so that responses need no copy. */
function bytesOf(buffer: Buffer): Bytes {
  return new Uint8Array(buffer)
}

function answer(page: KeptPage, { method, headers: sent }: RequestHead): KeptAnswer {
  const accepted = sent.get('accept-encoding')
  const encoding = acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null
  const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = {
    'Content-Type': page.type,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...(page.csp ? { 'Content-Security-Policy': page.csp } : {}),
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  const known = sent
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return { status: 304, headers, body: null }
  const body = encoded(page, encoding)
  if (encoding) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(body.length)
  return { status: 200, headers, body: method === 'HEAD' ? null : body }
}

function asResponse({ body, ...head }: KeptAnswer): Response {
  return new Response(body, head)
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { hasCode } from '#src/platform/data-dir/read-if-there.ts'
import { acceptsEncoding, type Encoding } from '#src/platform/text/accept-encoding.ts'

export type StaticFiles = { find(request: Request): Promise<Response | null> }

type Kept = { etag: string; plain: Buffer; brotli: Buffer | null; gzip: Buffer | null }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !entry.parentPath.includes('/.vite'))
      .map((entry) => `${entry.parentPath.slice(folder.length)}/${entry.name}`),
  )
  const kept = new Map<string, Promise<Kept>>()

  return {
    async find(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return null
      const { pathname } = new URL(request.url)
      if (!names.has(pathname)) return looksLikeAFile(pathname) ? notFound() : null
      const file = kept.get(pathname) ?? read(folder + pathname)
      kept.set(pathname, file)
      try {
        return answer(pathname, await file, request)
      } catch (error) {
        kept.delete(pathname)
        // A new build has replaced the files, and the process was not restarted.
        if (hasCode(error, 'ENOENT')) return notFound()
        throw error
      }
    },
  }
}

function notFound(): Response {
  return new Response('Not Found', { status: 404 })
}

/**
 * Whether the path is an old hashed file, or a guessed path below `/.well-known/`. Such a path gets a short 404 instead
 * of a page.
 */
function looksLikeAFile(pathname: string): boolean {
  const isGuessed = pathname.startsWith('/.well-known/') && pathname !== '/.well-known/security.txt'
  return pathname.startsWith('/assets/') || isGuessed
}

async function read(path: string): Promise<Kept> {
  // Small files have no compressed variant. A variant that cannot be read is not sent.
  const variant = (suffix: string) => readFile(path + suffix).catch(() => null)
  const [plain, brotli, gzip] = await Promise.all([readFile(path), variant('.br'), variant('.gz')])
  return { plain, brotli, gzip, etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22) }
}

function answer(pathname: string, file: Kept, request: Request): Response {
  const accepts = (encoding: Encoding) => acceptsEncoding(request.headers.get('accept-encoding'), encoding)
  const encoding = file.brotli && accepts('br') ? 'br' : file.gzip && accepts('gzip') ? 'gzip' : null
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = {
    'Content-Type': types[extname(pathname)] ?? 'application/octet-stream',
    'Cache-Control': pathname.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600, must-revalidate',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (pathname.endsWith('.svg'))
    headers['Content-Security-Policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const body = (encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzip : null) ?? file.plain
  if (encoding) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(body.length)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

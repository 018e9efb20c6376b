import type { Platform } from '#src/platform/platform.ts'
import { packageBytes } from './package-store.ts'

const path = /^\/clients\/([\w.-]+\.(?:tgz|whl))$/

/** The response for a package of a client library; null for any other address or method. */
export async function clientFile({ postgres }: Platform, { url, method }: Request): Promise<Response | null> {
  const [, file] = path.exec(new URL(url).pathname) ?? []
  if (file === undefined || (method !== 'GET' && method !== 'HEAD')) return null
  const bytes = await packageBytes(postgres.db, file)
  if (!bytes) return new Response('Not Found', { status: 404 })
  const headers = {
    'Content-Type': file.endsWith('.whl') ? 'application/zip' : 'application/gzip',
    'Content-Length': String(bytes.length),
    // The bytes of a version never change.
    'Cache-Control': 'public, max-age=31536000, immutable',
  }
  return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { logoSizes } from '#src/site/pictures/logos.ts'
import { flags } from './flags.ts'
import { classMark, exchangeMark, monogram, svg } from './marks.server.ts'
import { flagHeight, flagWidth } from './shapes.ts'

const headers = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * The pictures that we draw: `/img/{logoid}.svg`, `/img/country/{CODE}.svg`, `/images/symbol/{class}.svg` and
 * `/images/symbol/exchange/{EX}.svg`. Other paths below `/img/` and `/images/symbol/` are refused with 404, an unknown
 * `?size=` with 400 'Invalid size'. Null for all other paths.
 */
export function picture(request: Request): Response | null {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith('/img/') && !pathname.startsWith('/images/symbol/')) return null
  const drawn = draw(pathname)
  if (drawn === null) return new Response('Not Found', { status: 404, headers: { 'content-type': 'text/plain' } })
  const size = searchParams.get('size')
  if (size === null) return new Response(drawn, { headers })
  if (!logoSizes.some((allowed) => String(allowed) === size))
    return new Response('Invalid size', { status: 400, headers: { 'content-type': 'text/plain' } })
  return new Response(drawn.replace('<svg ', `<svg width="${size}" `), { headers })
}

function draw(pathname: string): string | null {
  const country = /^\/img\/country\/([A-Z]{2})\.svg$/.exec(pathname)?.[1]
  if (country !== undefined) return flag(country)
  const exchange = /^\/images\/symbol\/exchange\/([A-Za-z0-9._-]{1,24})\.svg$/.exec(pathname)?.[1]
  if (exchange !== undefined) return exchangeMark(exchange)
  const product = /^\/images\/symbol\/([a-z]+)\.svg$/.exec(pathname)?.[1]
  if (product !== undefined) return isClass(product) ? classMark(product) : null
  const logoid = /^\/img\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})\.svg$/.exec(pathname)?.[1]
  return logoid === undefined ? null : monogram(logoid)
}

function flag(country: string): string | null {
  const inside = flags[country]
  return inside === undefined ? null : svg(flagWidth, flagHeight, inside)
}

function isClass(value: string): value is AssetClass {
  return assetClasses.some((known) => known === value)
}

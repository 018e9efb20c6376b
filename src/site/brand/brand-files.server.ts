import { surfaces } from '#src/contract/brand/accent.ts'
import type { MarkName } from '#src/contract/brand/brand-names.ts'
import { isLocale } from '#src/contract/locale.ts'
import { type Brand, brandOf } from '#src/platform/brand/brand.ts'
import { isSvg, pictureBytes } from '#src/platform/brand/picture.ts'
import type { Platform } from '#src/platform/platform.ts'
import { platformContext, renderingContext, type TextCall } from '../context/context.ts'
import { drawnOf } from './drawn.server.ts'
import { asIco, drawIcon, iconOf } from './pictures.server.ts'

type Made = { body: string | Buffer; type: string }
type BrandFile = (ctx: Platform, brand: Brand) => Made | null | Promise<Made | null>

const iconPx = 32
/** A system may cut off everything outside a circle that has 80 % of the width of a maskable icon. */
const maskable = { px: 512, ground: surfaces.raised, share: 0.7 }

const png = (body: Buffer): Made => ({ body, type: 'image/png' })

/** The pictures of the brand and the web manifest, by their path without the leading slash. */
const files: Readonly<Record<string, BrandFile>> = {
  'favicon.svg': (_, brand) => picture(iconOf(brand)),
  'favicon.ico': async (ctx, brand) => ({
    body: await drawnOf(ctx, 'favicon.ico', async () => asIco(await drawIcon(brand, { px: iconPx }), iconPx)),
    type: 'image/x-icon',
  }),
  'apple-touch-icon.png': icon({ px: 180, ground: surfaces.raised, share: 0.88 }),
  'icon-192.png': icon({ px: 192 }),
  'icon-512.png': icon({ px: 512 }),
  'icon-maskable-512.png': icon(maskable),
  'site.webmanifest': (_, brand) => ({ body: manifestOf(brand), type: 'application/manifest+json' }),
  'brand/wordmark': mark('wordmark'),
  'brand/wordmark-dark': mark('wordmarkDark'),
  'brand/icon': mark('icon'),
  'brand/icon-dark': mark('iconDark'),
}

/** The handler for an address of a file of the brand; null for other addresses. */
export function brandFileAt({ pathname }: URL): ((call: TextCall) => Promise<Response>) | null {
  const file = Object.hasOwn(files, pathname.slice(1)) ? files[pathname.slice(1)] : shareImageAt(pathname)
  return file ? (call) => answer(file, call) : null
}

function shareImageAt(pathname: string): BrandFile | null {
  const [, locale, name = ''] = /^\/images\/share\/([\w-]+)\/([\w/-]+)\.png$/.exec(pathname) ?? []
  if (!isLocale(locale)) return null
  return async (ctx) => {
    const { drawShareImage } = await import('./share-image.server.ts')
    const body = await drawShareImage(ctx, locale, name)
    return body && png(body)
  }
}

/** `?v=` is a version of the brand. Only the response to an address with the current version is cached without end. */
async function answer(file: BrandFile, { url, context }: TextCall): Promise<Response> {
  const ctx = context.get(platformContext)
  const brand = brandOf(ctx)
  const made = await file(ctx, brand)
  if (!made) return new Response('Not Found', { status: 404, headers: { 'Cache-Control': 'public, max-age=60' } })
  context.set(renderingContext, { audience: 'everyone', maxAgeMs: null })
  const isFixed = url.searchParams.get('v') === brand.version
  return new Response(typeof made.body === 'string' ? made.body : new Uint8Array(made.body), {
    headers: {
      'Content-Type': made.type,
      'Cache-Control': isFixed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600, must-revalidate',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  })
}

function picture(address: string): Made {
  return { body: pictureBytes(address), type: isSvg(address) ? 'image/svg+xml' : 'image/png' }
}

function mark(name: MarkName): BrandFile {
  return (_, brand) => {
    const address = brand[name]
    return address === null ? null : picture(address)
  }
}

function icon(drawing: Parameters<typeof drawIcon>[1]): BrandFile {
  const name = `icon ${JSON.stringify(drawing)}`
  return async (ctx, brand) => png(await drawnOf(ctx, name, () => drawIcon(brand, drawing)))
}

function manifestOf(brand: Brand): string {
  const { version, colours } = brand
  const sized = ([192, 512] as const).map((px) => ({
    src: `/icon-${px}.png?v=${version}`,
    sizes: `${px}x${px}`,
    type: 'image/png',
  }))
  const whole = isSvg(iconOf(brand)) ? [{ src: `/favicon.svg?v=${version}`, sizes: 'any', type: 'image/svg+xml' }] : []
  return JSON.stringify({
    name: brand.name,
    short_name: brand.shortName,
    icons: [
      ...whole,
      ...sized,
      { src: `/icon-maskable-512.png?v=${version}`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    start_url: '/',
    display: 'browser',
    background_color: surfaces.paper,
    theme_color: brand.accent === null ? surfaces.ink : colours.light.accent,
  })
}

import type { RouterContextProvider } from 'react-router'
import { createTranslator } from 'use-intl/core'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type Brand, brandOf, makeBrand, withBrand } from '#src/platform/brand/brand.ts'
import { layoutMail } from '#src/platform/mail/mail-layout.ts'
import { withMarkInside } from '#src/platform/mail/mail-mark.ts'
import type { Platform } from '#src/platform/platform.ts'
import { localeContext } from '../../context/context.ts'
import { standardWords } from '../../context/words.server.ts'
import { invoke } from '../../page/invoke.server.ts'
import { frameHeaders, refusedInFrame } from './framed.ts'

/** A page, a mail or a share image with the draft of the brand, in a frame of the console. */
export type BrandView = { base: string; theme: 'light' | 'dark'; path: string }

type ViewInput = {
  request: Request
  /** The context of the staff member's request. */
  context: Readonly<RouterContextProvider>
  /** Renders a page of the site for the staff member with the brand of `ctx`. */
  render(ctx: Platform, path: string): Promise<Response>
}

const address = /^(\/[^/]+\/operator\/brand\/preview\/(light|dark))(\/.+)$/

export function brandViewOf({ url }: Request): BrandView | null {
  const [, base, theme, path] = address.exec(new URL(url).pathname) ?? []
  return base && path ? { base, theme: theme === 'dark' ? 'dark' : 'light', path } : null
}

/**
 * Responds to staff who may read the brand. The document runs no scripts, and its forms can only load other views below
 * `base`.
 */
export async function answerBrandView(
  ctx: Platform,
  { base, path }: BrandView,
  { request, context, render }: ViewInput,
): Promise<Response> {
  const locale = context.get(localeContext)
  try {
    const draft = await draftFor(context, request)
    const drafted = withBrand(ctx, draft)
    if (path === '/share.png') return await shareImage(drafted, locale)
    const page = path === '/mail' ? sampleMail(drafted, locale) : await pageAt(drafted, path, render)
    return new Response(withDraft(page, draft), { headers: frameHeaders(request, base) })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refusedInFrame(error, request, locale)
  }
}

async function draftFor(context: ViewInput['context'], { url }: Request): Promise<Brand> {
  const answer = await invoke({ context, url: new URL(url) }, 'GET /api/operator/brand', {})
  if (!answer.ok) throw refuse(answer.refusal.error)
  return makeBrand(answer.data.draft, answer.data.number)
}

async function pageAt(ctx: Platform, path: string, render: ViewInput['render']): Promise<string> {
  const page = await render(ctx, path)
  if (page.headers.has('location') || !page.headers.get('content-type')?.startsWith('text/html'))
    throw refuse('not_found')
  return page.text()
}

/** The page without data for scripts, with the draft's pictures instead of the published pictures. */
function withDraft(html: string, brand: Brand): string {
  const pictures: Record<string, string | null> = {
    wordmark: brand.wordmark,
    'wordmark-dark': brand.wordmarkDark,
    icon: brand.icon,
    'icon-dark': brand.iconDark,
  }
  return html
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll(/\/brand\/([a-z-]+)\?v=\w+/g, (found, name: string) => pictures[name] ?? found)
}

function sampleMail(ctx: Platform, locale: Locale): string {
  const t = createTranslator({
    locale,
    messages: standardWords(locale, ['operatorBrand']),
    namespace: 'operatorBrand.mail',
  })
  const { publicUrl: url } = ctx.settings
  const { html } = layoutMail(ctx, {
    ...{ to: 'ada@example.com', kind: 'sample', locale, subject: t('heading'), heading: t('heading') },
    blocks: [
      { kind: 'text', text: t('text') },
      { kind: 'code', code: '314159' },
      { kind: 'facts', facts: [[t('plan'), 'Base']] },
      { kind: 'note', text: t('note') },
      { kind: 'button', label: t('button'), url },
    ],
    footer: t('footer'),
  })
  return withMarkInside(html, brandOf(ctx))
}

async function shareImage(ctx: Platform, locale: Locale): Promise<Response> {
  const { paintShareImage } = await import('../../brand/share-image.server.ts')
  const image = await paintShareImage(ctx, locale, 'home')
  if (!image) throw refuse('not_found')
  const headers = { 'content-type': 'image/png', 'cache-control': 'private, no-store' }
  return new Response(new Uint8Array(image), { headers })
}

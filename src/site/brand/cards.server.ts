import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { findDocument } from '../content/library/library.server.ts'
import { siteWords } from '../context/words.server.ts'

/** A share image: `kick` is the line above the title. */
export type Card = { locale: Locale; kick: string; title: string }

const productNames = ['stocks', 'indices', 'forex', 'crypto', 'future', 'fund'] as const

/** `name`: an image name from `src/site/head/share-image.ts`. Null if the name has no page. */
export function cardOf(ctx: Pick<Platform, 'settings' | 'kept'>, locale: Locale, name: string): Card | null {
  const { home, pricing, contact, coverage, products, frame, docs, blog, status } = siteWords(ctx, locale)
  const [folder, ...rest] = name.split('/')
  const slug = rest.join('/')
  const card = (kick: string, title: string | undefined): Card | null => (title ? { locale, kick, title } : null)
  const titleOf = (kind: 'docs' | 'blog' | 'page') => findDocument(ctx, locale, kind, slug || name)?.title
  if (slug !== '') {
    const product = productNames.find((known) => folder === 'products' && known === slug)
    if (product) return card(frame.classes[product].name, products[product].title)
    if (folder === 'docs') return card(frame.nav.docs, titleOf('docs'))
    return folder === 'blog' ? card(frame.nav.blog, titleOf('blog')) : null
  }
  const plain: Record<string, Card | null> = {
    home: card(home.hero.kick, home.hero.title),
    pricing: card(pricing.kick, pricing.title),
    contact: card(contact.kick, contact.title),
    coverage: card(frame.footer.coverage, coverage.meta.title),
    chart: card(frame.nav.chart, home.app.title),
    docs: card(frame.nav.docs, docs.lead),
    blog: card(frame.nav.blog, blog.lead),
    faq: card(frame.footer.faq, home.questions.title),
    status: card(status.kick, status.notes.title),
  }
  if (Object.hasOwn(plain, name)) return plain[name] ?? null
  return name === 'privacy' || name === 'terms' ? card(frame.footer.legal, titleOf('page')) : null
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../src/contract/locale.ts'
import { allWords } from '../../src/locales/all-words.ts'
import { docSlugs } from '../../src/site/content/library/doc-list.ts'

/** A share image. `name`: its path below the language; `kick`: the line above the title. */
export type Card = { locale: Locale; name: string; kick: string; title: string }

const productNames = ['stocks', 'indices', 'forex', 'crypto', 'future', 'fund'] as const

/** One card for each page of a language with its own share image (`src/site/head/share-image.ts`). */
export function cardsOf(locale: Locale): Card[] {
  const { home, pricing, contact, coverage, products, frame, docs, blog, status } = allWords[locale]
  const card = (name: string, kick: string, title: string): Card => ({ locale, name, kick, title })
  return [
    card('home', home.hero.kick, home.hero.title),
    card('pricing', pricing.kick, pricing.title),
    card('contact', contact.kick, contact.title),
    card('coverage', frame.footer.coverage, coverage.meta.title),
    card('chart', frame.nav.chart, home.app.chart.text),
    card('docs', frame.nav.docs, docs.lead),
    card('blog', frame.nav.blog, blog.lead),
    card('faq', frame.footer.faq, home.questions.title),
    card('status', status.kick, status.notes.title),
    ...productNames.map((name) => card(`products/${name}`, frame.classes[name].name, products[name].title)),
    ...(['privacy', 'terms'] as const).map((name) => card(name, frame.footer.legal, titleIn(locale, name))),
    ...docSlugs.map((slug) => card(`docs/${slug}`, frame.nav.docs, titleIn(locale, `docs/${slug}`))),
  ]
}

function titleIn(locale: Locale, file: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../content', locale, `${file}.md`), 'utf8')
  return /^title: "?(.*?)"?$/m.exec(text)?.[1] ?? ''
}

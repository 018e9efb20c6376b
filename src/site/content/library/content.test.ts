import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { docDirectives, type OwnText, ownDirectives, readOwnText } from '#src/content/texts/own-text.ts'
import { indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import { locales } from '#src/contract/locale.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { feedOf } from '../plain/feed.server.ts'
import { llmsText } from '../plain/llms.server.ts'
import { plainMarkdown } from '../plain/plain-markdown.server.ts'
import { renderMarkdown } from './blocks.server.ts'
import { handbookSlugs, pathOfDocument } from './doc-list.ts'
import { expand } from './expand.server.ts'
import {
  articlesOf,
  type Document,
  docsOf,
  documentsOf,
  findDocument,
  handbookOf,
  samplesNamed,
} from './library.server.ts'
import { faqData, readQuestions } from './questions.server.ts'

const operator = {
  PUBLIC_URL: 'https://data.example',
  API_URL: 'https://api.example',
  API_FREE_URL: 'https://free.example',
  BRAND_NAME: 'Acme & Co',
  SUPPORT_EMAIL: 'help@data.example',
  LEGAL_ENTITY: 'Acme Data Ltd',
}
const settings = testSettings(operator)
const noOwn = { kept: new Map() }

const factsOf = (given: typeof settings) => ({ settings: given, kept: new Map() })
const everyDocument = locales.flatMap((locale) => documentsOf(locale))
const label = (document: Document) => `${document.locale}/${document.kind}/${document.slug}`
const anchors = (markdown: string) => [...markdown.matchAll(/\{#([\w-]+)(?: folded)?\}/g)].map((match) => match[1])
const pathOf = ({ kind, slug }: Document) =>
  kind === 'docs' || kind === 'handbook' ? pathOfDocument(kind, slug) : `/${slug}`
const directives = (document: Document) => [...document.body.matchAll(/\{\{[^}]+\}\}/g)].map((match) => match[0])

describe('documentation and handbook', () => {
  test.each(locales)('every page of the documentation and the handbook exists in %s', (locale) => {
    expect(docsOf(noOwn, locale).map(({ slug }) => slug)).toEqual(docSlugs)
    expect(handbookOf(locale).map(({ slug }) => slug)).toEqual(handbookSlugs)
    expect(documentsOf(locale)).toHaveLength(docSlugs.length + handbookSlugs.length + 3)
  })

  test('a documentation text has the same sections, samples and code in each language', () => {
    const fences = (document: Document) =>
      [...document.body.matchAll(/^```[\s\S]*?^```/gm)].map(([text]) => text.replace(/"msg": "[^"]*"/, ''))
    const english = new Map(documentsOf('en-US').map((document) => [`${document.kind}/${document.slug}`, document]))
    for (const document of everyDocument) {
      const original = english.get(`${document.kind}/${document.slug}`)
      expect(original, label(document)).toBeDefined()
      if (!original) continue
      expect(anchors(document.body), label(document)).toEqual(anchors(original.body))
      expect(
        directives(document).filter((text) => /sample|routes|indicators/.test(text)),
        label(document),
      ).toEqual(directives(original).filter((text) => /sample|routes|indicators/.test(text)))
      expect(fences(document), label(document)).toEqual(fences(original))
    }
  })

  test('no two pages of a language have the same title', () => {
    for (const locale of locales) {
      const titles = documentsOf(locale).map(({ title }) => title)
      expect(new Set(titles).size).toBe(titles.length)
    }
  })
})

describe('texts written by the operator', () => {
  const own = (kind: 'page' | 'blog', slug: string, body: string): OwnText & Document => {
    const front = { title: 'Ours', description: 'What we say.', keywords: 'ours', date: '2099-01-01' }
    return { ...front, kind, slug, locale: 'en-US', body }
  }
  const holding = (...texts: OwnText[]) => {
    const byName = new Map(texts.map((text) => [`en-US/${text.kind}/${text.slug}`, text]))
    return { settings, kept: new Map<string, unknown>([['own texts', byName]]) }
  }

  test('a text of the operator replaces the text of the product only in its language', () => {
    const ctx = holding(own('page', 'terms', 'Ours.'))
    expect(findDocument(ctx, 'en-US', 'page', 'terms')?.body).toBe('Ours.')
    expect(findDocument(ctx, 'zh-CN', 'page', 'terms')?.title).toBe(
      documentsOf('zh-CN').find(({ slug }) => slug === 'terms')?.title,
    )
  })

  test('an article of the operator appears in the article list, the feed and llms.txt of the language of the article', () => {
    const ctx = holding(own('blog', 'our-news', 'New.'))
    expect(articlesOf(ctx, 'en-US').map(({ slug }) => slug)).toEqual(['our-news'])
    expect(articlesOf(ctx, 'zh-HK')).toEqual([])
    expect(feedOf('en-US', ctx)).toContain('https://data.example/en-US/blog/our-news')
    expect(llmsText('en-US', ctx)).toContain('(https://data.example/en-US/blog/our-news):')
  })

  test('a new installation has no articles', () => {
    const ctx = factsOf(settings)
    for (const locale of locales) {
      expect(articlesOf(ctx, locale)).toEqual([])
      expect(feedOf(locale, ctx)).not.toContain('<item>')
      expect(llmsText(locale, ctx)).not.toContain('## Blog')
    }
  })

  test('each directive that is permitted in texts of the operator is replaced', () => {
    const ctx = holding()
    for (const name of ownDirectives) expect(expand(own('page', 'terms', `{{${name}}}`), ctx)).not.toContain('{{')
  })
})

describe('rendering of pages', () => {
  test('every directive on a page is replaced, and the HTML contains no markup of anchors or samples', () => {
    for (const document of everyDocument) {
      const text = expand(document, factsOf(settings))
      expect(text, label(document)).not.toMatch(/\{\{|localhost:300/)
      const { blocks } = renderMarkdown(text, document.locale)
      const html = blocks.map((block) => (block.kind === 'html' ? block.html : '')).join('')
      expect(html, label(document)).not.toMatch(/\{#|undefined|sample=/)
    }
  })

  test.each(locales)('the conventions page lists all 27 indicators in %s, with parameters and fields', (locale) => {
    const [page] = docsOf(noOwn, locale).filter(({ slug }) => slug === 'rest')
    const lines = page ? expand(page, factsOf(settings)).split('\n') : []
    expect(indicatorNames).toHaveLength(27)
    for (const name of indicatorNames) {
      const spec: IndicatorSpec = indicators[name]
      const [row = '', ...others] = lines.filter((line) => line.startsWith(`| \`${name}\` `))
      expect(others).toEqual([])
      for (const { name: parameter, default: standard, min, max } of spec.params)
        expect(row).toMatch(new RegExp(`\`${parameter}\`\\s${standard}\\s?[(（]${min}–${max}[)）]`))
      const fields = spec.outputs.map((output) => `\`${output.name}\``)
      expect(row.endsWith(`| ${fields.join('\u00a0· ')} |`), row).toBe(true)
    }
  })

  test.each(locales)(
    'on the indicators page in %s, each formula contains every parameter of the indicator and no unknown name',
    (locale) => {
      const [page] = docsOf(noOwn, locale).filter(({ slug }) => slug === 'indicators')
      const lines = page ? expand(page, factsOf(settings)).split('\n') : []
      for (const name of indicatorNames) {
        const spec: IndicatorSpec = indicators[name]
        const rows = lines.filter((line) => line.startsWith(`| \`${name}\` `))
        expect(rows, name).toHaveLength(1)
        const [, , formula = ''] = rows[0]?.split(/(?<!\\)\|/) ?? []
        expect(formula.length, name).toBeGreaterThan(10)
        const known = [...spec.params, ...spec.outputs].map((one) => one.name)
        const named = [...formula.matchAll(/`(\w+)`/g)].map(([, word]) => word)
        expect(known, name).toEqual(expect.arrayContaining(named))
        expect(named, name).toEqual(expect.arrayContaining(spec.params.map((one) => one.name)))
      }
    },
  )

  test('in Chinese text, a number stays on one line with its measure word, and short code is not broken', () => {
    const { blocks } = renderMarkdown(
      '最近 3 根 K 线，见 `?events=1`、`exceeding the maximum subscription limit`',
      'zh-CN',
    )
    expect(blocks).toEqual([
      {
        kind: 'html',
        html: '<p>最近 3\u00a0根 K\u00a0线，见 <code class="whole">?events=1</code>、<code>exceeding the maximum subscription limit</code></p>\n',
      },
    ])
  })

  test('the terms name the legal entity, or the operator of the site if there is no legal entity', () => {
    const [terms] = documentsOf('en-US').filter(({ slug }) => slug === 'terms')
    const unnamed = testSettings({ ...operator, LEGAL_ENTITY: '' })
    expect(terms && expand(terms, factsOf(settings))).toContain('between you and Acme Data Ltd (')
    expect(terms && expand(terms, factsOf(unnamed))).toContain('between you and the operator of this site (')
  })

  test('code samples call the gateway at the address from the settings', () => {
    const textOf = (slug: string) => {
      const page = docsOf(noOwn, 'en-US').find((one) => one.slug === slug)
      return page ? expand(page, factsOf(settings)) : ''
    }
    expect(textOf('quick-start')).toContain('https://free.example/stock/kline')
    expect(textOf('stream')).toContain('wss://free.example/crypto')
  })

  test('the sample that resumes a stream doubles its wait after each refused key, and returns to the first wait after an accepted key', () => {
    class FakeSocket {
      onmessage?: (message: { data: string }) => void
      onclose?: () => void
      constructor() {
        sockets.push(this)
      }
      send() {}
    }
    const sockets: FakeSocket[] = []
    const waits: number[] = []
    const setTimeout = (connect: () => void, ms: number) => {
      waits.push(ms)
      connect()
    }
    const globals = { WebSocket: FakeSocket, setTimeout, Math: { min: Math.min, random: () => 0.5 } }
    runInNewContext(samplesNamed('resume')[0]?.text ?? '', globals)
    for (const code of [0, 0, 0, 1]) {
      const socket = sockets.at(-1)
      socket?.onmessage?.({ data: JSON.stringify({ code, resAc: 'auth' }) })
      socket?.onclose?.()
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 1_000])
  })

  test('every internal link in a document leads to an existing page and section', () => {
    const elsewhere = [
      '',
      '/login',
      '/dashboard',
      '/dashboard/alerts',
      '/dashboard/billing',
      '/dashboard/team',
      '/contact',
      '/chart',
      '/pricing',
      '/privacy',
      '/terms',
      '/faq',
      '/coverage',
    ]
    const pages = new Map<string, string[]>(elsewhere.map((path) => [path, []]))
    for (const document of documentsOf('en-US')) {
      pages.set(pathOf(document), anchors(expand(document, factsOf(settings))) as string[])
    }
    for (const document of everyDocument) {
      for (const [, path = '', hash] of expand(document, factsOf(settings)).matchAll(
        /\]\((\/[\w/-]*)(?:#([\w-]+))?\)/g,
      )) {
        expect([...pages.keys()], `${label(document)} → ${path}`).toContain(path)
        if (hash) expect(pages.get(path), `${label(document)} → ${path}#${hash}`).toContain(hash)
      }
    }
  })

  test('no text for customers has a link to the handbook', () => {
    for (const document of everyDocument.filter(({ kind }) => kind !== 'handbook'))
      expect(expand(document, factsOf(settings)), label(document)).not.toContain('/operator/handbook')
  })

  test('a code sample in several programming languages becomes one block with a tab for each', () => {
    const { blocks } = renderMarkdown('```bash sample=a\nx\n```\n\n```js sample=a\ny\n```\n\n```js\nz\n```', 'en-US')
    expect(blocks).toHaveLength(2)
    expect(blocks[0]).toMatchObject({ samples: [{ title: 'cURL' }, { title: 'JavaScript' }] })
  })

  test('a folded section contains its text up to the next heading', () => {
    const html = (text: string) =>
      renderMarkdown(text, 'en-US').blocks.map((block) => (block.kind === 'html' ? block.html : block.kind))
    expect(html('Before.\n\n### 429 & more {#status-429 folded}\n\nWait.\n\n## Next {#next}\n\nAfter.')).toEqual([
      '<p>Before.</p>\n',
      '<details class="fold"><summary><h3>429 &amp; more</h3></summary><div id="status-429"><p>Wait.</p>\n</div></details>\n',
      expect.stringMatching(/^<h2 id="next">[\s\S]*<p>After\.<\/p>\n$/),
    ])
    expect(html('### A {#a folded}\n\nOne.\n\n### B {#b folded}\n\nTwo.')).toHaveLength(2)
  })

  test('the names in a long table are shown without backslashes', () => {
    const table = `| Name |\n| --- |\n${'| `key_missing` |\n'.repeat(400)}`
    const shown = renderMarkdown(table, 'en-US').blocks.map((block) => (block.kind === 'html' ? block.html : ''))
    expect(shown.join('')).toContain('>key_missing</code>')
    expect(shown.join('')).not.toContain('\\')
  })

  test('a chart link alone on its line becomes a chart if everybody may see the symbol', () => {
    const text = '[AAPL](/chart?symbol=NASDAQ:AAPL&interval=1w)\n\nSee [AAPL](/chart?symbol=NASDAQ:AAPL).'
    const kinds = (charted: string[]) => renderMarkdown(text, 'en-US', charted).blocks.map(({ kind }) => kind)
    expect(renderMarkdown(text, 'en-US', ['NASDAQ:AAPL']).blocks[0]).toEqual({
      kind: 'chart',
      ticker: 'NASDAQ:AAPL',
      interval: '1w',
      label: 'AAPL',
    })
    expect(kinds(['NASDAQ:AAPL'])).toEqual(['chart', 'html'])
    expect(kinds([])).toEqual(['html'])
  })
})

describe('texts for machine readers', () => {
  test('the Markdown version of a text starts with its title, and has absolute links and no markup of the site', () => {
    for (const document of everyDocument.filter(({ kind }) => kind !== 'page')) {
      const text = plainMarkdown(document, factsOf(settings))
      expect(text.startsWith(`# ${document.title}\n`)).toBe(true)
      expect(text, label(document)).not.toMatch(/\]\(\/|\{#|\{\{|sample=/)
    }
  })

  test.each(locales)('the RSS feed in %s escapes the brand name', (locale) => {
    const feed = feedOf(locale, factsOf(settings))
    expect(feed).toContain('Acme &amp; Co')
    expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
  })

  test.each(locales)(
    'llms.txt in %s names every documentation page, the API descriptions and the MCP address',
    (locale) => {
      const text = llmsText(locale, factsOf(settings))
      for (const slug of docSlugs) expect(text).toContain(`https://data.example/${locale}/docs/${slug}.md`)
      for (const path of ['openapi.json', 'asyncapi.json', 'postman.json', 'mcp'])
        expect(text).toContain(`https://free.example/${path}`)
    },
  )

  test.each(locales)('the FAQ data for search engines in %s contains every question and no markup', (locale) => {
    const [faq] = documentsOf(locale).filter(({ slug }) => slug === 'faq')
    const groups = faq ? readQuestions(expand(faq, factsOf(settings)), locale) : []
    expect(groups).toHaveLength(5)
    const text = JSON.stringify(faqData(groups, locale))
    expect(text.match(/"Question"/g)?.length).toBe(groups.flatMap(({ questions }) => questions).length)
    expect(text).not.toMatch(/\]\(|\*\*|\{#/)
  })
})

test('an operator may replace any documentation page and use the directives of its standard text', async () => {
  for (const document of locales.flatMap((locale) => docsOf(noOwn, locale))) {
    const source = `---\ntitle: Ours\ndescription: d\nkeywords: k\n---\n${document.body}`
    const path = `${document.locale}/docs/${document.slug}.md`
    const { faults, text } = await readOwnText(path, new TextEncoder().encode(source), 0)
    expect([path, faults, text?.kind]).toEqual([path, [], 'docs'])
  }
  const known = new Set([...ownDirectives, ...docDirectives].map((name) => `{{${name}}}`))
  const sample: Document = { ...(docsOf(noOwn, 'en-US')[0] as Document), body: [...known].join('\n\n') }
  expect(expand(sample, factsOf(settings))).not.toContain('{{')
})

test('a documentation page of the operator replaces the standard page of its language on the site and in llms.txt', () => {
  const own: OwnText = {
    ...{ kind: 'docs', slug: 'limits', locale: 'en-US', date: null },
    ...{ title: 'Our limits', description: 'How much.', keywords: 'limits', body: 'Ours of {{brand}}.' },
  }
  const facts = { settings, kept: new Map([['own texts', new Map([['en-US/docs/limits', own]])]]) }
  expect(findDocument(facts, 'en-US', 'docs', 'limits')?.title).toBe('Our limits')
  expect(llmsText('en-US', facts)).toContain('[Our limits](')
  expect(llmsText('zh-CN', facts)).not.toContain('Our limits')
})

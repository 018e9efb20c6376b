/** Draws the share images (1200 × 630) of each page and language into public/images/share: `node tools/share-images.ts`. */
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import playwrightConfig from '../playwright.config.ts'
import { type Locale, locales } from '../src/contract/locale.ts'
import { shareImageSize } from '../src/contract/site.ts'
import enUS from '../src/locales/en-US.ts'
import type { Messages } from '../src/locales/messages.ts'
import zhCN from '../src/locales/zh-CN.ts'
import zhHK from '../src/locales/zh-HK.ts'
import { articleSlugs, docSlugs } from '../src/site/content/library/doc-list.ts'
import { unpackBrowser } from '../test/browser/global-setup.ts'

const words: Record<Locale, Messages> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }
const folder = join(import.meta.dirname, '../public/images/share')
const fonts = join(import.meta.dirname, '../node_modules')
const productNames = ['stocks', 'indices', 'forex', 'crypto', 'future', 'fund'] as const

type Card = { file: string; locale: Locale; kick: string; title: string }

function cards(locale: Locale): Card[] {
  const { home, pricing, contact, products, frame, docs, blog } = words[locale]
  const card = (name: string, kick: string, title: string): Card => ({
    file: join(folder, locale, `${name}.png`),
    locale,
    kick,
    title,
  })
  return [
    card('home', home.hero.kick, home.hero.title),
    card('pricing', pricing.kick, pricing.title),
    card('contact', contact.kick, contact.title),
    card('chart', frame.nav.chart, home.app.chart.text),
    card('docs', frame.nav.docs, docs.lead),
    card('blog', frame.nav.blog, blog.lead),
    card('faq', frame.footer.faq, home.questions.title),
    ...productNames.map((name) => card(`products/${name}`, frame.classes[name].name, products[name].title)),
    ...(['privacy', 'terms'] as const).map((name) => card(name, frame.footer.legal, titleIn(locale, name))),
    ...docSlugs.map((slug) => card(`docs/${slug}`, frame.nav.docs, titleIn(locale, `docs/${slug}`))),
    ...articleSlugs.map((slug) => card(`blog/${slug}`, frame.nav.blog, titleIn(locale, `blog/${slug}`))),
  ]
}

function titleIn(locale: Locale, file: string): string {
  const text = readFileSync(join(import.meta.dirname, '../content', locale, `${file}.md`), 'utf8')
  return /^title: "?(.*?)"?$/m.exec(text)?.[1] ?? ''
}

function html({ locale, kick, title }: Card): string {
  const font = (path: string) => `file://${fonts}/${path}`
  const bars = Array.from(
    { length: 40 },
    (_, i) => 30 + Math.round(60 * Math.abs(Math.sin(i * 0.7) * Math.cos(i * 0.23))),
  )
  return `<!doctype html><html lang="${locale}"><style>
@font-face{font-family:Sans;src:url(${font('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2')});font-weight:100 700}
@font-face{font-family:Mono;src:url(${font('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2')})}
*{margin:0;box-sizing:border-box}body{width:${shareImageSize.width}px;height:${shareImageSize.height}px;background:#fafaf6;color:#14161a;font-family:Sans,"Noto Sans CJK ${locale === 'zh-HK' ? 'HK' : 'SC'}",sans-serif;padding:72px;display:flex;flex-direction:column}
.mark{display:flex;align-items:center;gap:18px;font:600 34px Mono;letter-spacing:-.02em}
.kick{margin-top:auto;font:500 26px Sans,"Noto Sans CJK SC";color:#4d535c}h1{margin:14px 0 52px;font-size:${locale === 'en-US' ? 68 : 62}px;line-height:1.14;letter-spacing:${locale === 'en-US' ? '-.028em' : '0'};font-weight:600;max-width:15em;text-wrap:balance}:lang(zh) h1{word-break:keep-all;overflow-wrap:anywhere}
.tape{position:absolute;inset:auto 0 0;height:84px;background:#fff;border-top:2px solid #dddcd3;display:flex;align-items:flex-end;justify-content:space-between;padding:0 72px 20px}
.tape i{width:12px;background:#14161a}.tape i:last-child{background:#ffb31a}
.tape::before{content:"";position:absolute;inset:10px 0 auto;height:8px;background:radial-gradient(circle at 14px 4px,#d5d4c9 3.6px,transparent 4px) 0 0/28px 8px repeat-x}</style>
<body><div class="mark"><svg width="60" height="44" viewBox="0 0 30 22"><rect x=".75" y=".75" width="28.5" height="20.5" rx="2.5" fill="none" stroke="#14161a" stroke-width="1.5"/><g fill="#14161a"><circle cx="7" cy="6.2" r="1.5"/><circle cx="15" cy="6.2" r="1.5"/><circle cx="23" cy="6.2" r="1.5"/><path d="M4.5 11h5v6.5h-5zM12.5 13.5h5v4h-5z"/></g><path fill="#ffb31a" d="M20.5 9.5h5v8h-5z"/></svg>tapewire</div>
<p class="kick">${kick}</p><h1>${title}</h1><div class="tape">${bars.map((height) => `<i style="height:${Math.round(height / 2)}px"></i>`).join('')}</div></body></html>`
}

await unpackBrowser()
const { executablePath, args = [] } = playwrightConfig.use?.launchOptions ?? {}
const browser = await chromium.launch({
  executablePath: executablePath || (process.env.TAPEWIRE_CHROMIUM ?? ''),
  args: [...args, '--allow-file-access-from-files'],
})
const page = await browser.newPage({ viewport: { ...shareImageSize } })
for (const card of locales.flatMap(cards)) {
  await mkdir(dirname(card.file), { recursive: true })
  await page.goto(`file://${import.meta.dirname}/`)
  await page.setContent(html(card), { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: card.file })
}
await browser.close()

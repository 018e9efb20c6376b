import { type Browser, chromium, type ViewportSize } from '@playwright/test'
import { defaultLocale } from '#src/contract/locale.ts'
import type { FigureId } from '#src/site/content/benches/figures.ts'
import { chromiumPath } from '#test/fixtures/chromium.ts'
import { type FetchedScripts, inlineData, scriptWeight } from '#test/fixtures/script-weight.ts'
import { publicPages, scriptBytesMax } from '../../tools/script-weight.ts'
import type { Report } from './bench.ts'

/** The kinds of pages with figures on the page about performance. */
const shown: Readonly<Record<string, FigureId>> = {
  home: 'scriptsHome',
  pricing: 'scriptsPricing',
  'products/stocks': 'scriptsProduct',
  'docs/*': 'scriptsDoc',
  faq: 'scriptsText',
}
const phone = { width: 360, height: 740 }
/** The window size at which a product page shows its chart at once. */
const desktop = { width: 1280, height: 800 }
/** Milliseconds after which a mounted page has fetched its deferred scripts. */
const quietMs = 1_500

/**
 * Measures the bytes that Chromium fetches for a public page of each kind with an empty cache: its scripts, and the
 * data in its document. `frameworks`: gzipped bytes of React and React Router without an app.
 */
export async function pageWeights(report: Report, site: string, frameworks: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  report.note('page | scripts on a phone: raw, gzip, brotli; in a wide window: gzip | document | inline data')
  try {
    for (const [kind, path] of Object.entries(publicPages)) {
      const { raw, gzip, brotli } = await fetchedBy(browser, `${site}/${defaultLocale}${path}`, phone)
      const wide = await fetchedBy(browser, `${site}/${defaultLocale}${path}`, desktop)
      const { bytes, inline } = inlineData(await (await fetch(`${site}/${defaultLocale}${path}`)).text())
      const share = ((100 * inline) / bytes).toFixed(1)
      report.note(`${kind} | ${raw}, ${gzip}, ${brotli}; ${wide.gzip} | ${bytes} | ${inline} (${share} %)`)
      report.row({
        ...(shown[kind] && { id: shown[kind] }),
        what: `JavaScript that ${path === '' ? 'the home page' : path} fetches on a phone, gzip`,
        ...{ value: gzip / 1_000, unit: 'KB' },
        baseline: { what: 'React and React Router without an app', value: frameworks / 1_000 },
        goal: { atMost: scriptBytesMax(kind) / 1_000 },
      })
    }
  } finally {
    await browser.close()
  }
}

async function fetchedBy(browser: Browser, url: string, viewport: ViewportSize): Promise<FetchedScripts> {
  await using context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const weight = scriptWeight(page)
  await page.goto(url)
  await page.locator('html[data-mounted]').waitFor({ state: 'attached' })
  await page.waitForTimeout(quietMs)
  return weight()
}

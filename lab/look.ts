/**
 * `npm run look` opens pages of the site at every width in all languages, and writes screenshots in both themes to
 * `test-results/look`. It exits with 1 if the layout of a page is wrong: cut-off text, elements outside their parent or
 * on another element, sideways scrolling, an unnamed font size, a short button in two lines, a Chinese line
 * that begins with a closing mark, an error in the console.
 * Pages of an account and of the console are checked in each state of their data, too (`lab/look/states.ts`).
 * To check less: `npm run look -- --pages dashboard --widths 360,1280 --themes dark --languages zh-CN --states known`.
 * `--pages` takes parts of names; `--no-pictures` writes no screenshots.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '#test/fixtures/chromium.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { flawsAt, untilStill } from './look/flaws.ts'
import { type CheckedPage, pagesToCheck } from './look/pages.ts'
import { type People, people, readAs } from './look/people.ts'
import { followLink, type ReadState, withTables } from './look/states.ts'
import { readWish, type Wish } from './look/wish.ts'

const folder = 'test-results/look'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const wish = readWish(args)
  mkdirSync(folder, { recursive: true })
  await using dataDir = await temporaryDataDir()
  await using product = await spawnProduct(dataDir.path)
  const [executablePath] = await Promise.all([chromiumPath({ withSystemFonts: true }), product.ready()])
  const who = await people(product.site, dataDir.path)
  const all = pagesToCheck(who)
  const unknown = wish.pages.find((part) => !all.some(({ name }) => name.includes(part)))
  if (unknown !== undefined) throw new Error(`There is no page "${unknown}".`)
  const pages = all.filter(({ name }) => wish.pages.some((part) => name.includes(part)))
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    let [checks, flawed] = [0, 0]
    for (const state of wish.states) {
      await using _ = state === 'empty' || state === 'failed' ? await withTables(dataDir.path, state) : undefined
      const checked = pages.filter((page) => state === 'known' || hasState(page, state))
      checks += checked.length
      flawed += await checkPages(context, product.site, who, checked, state, wish)
    }
    if (checks === 0) throw new Error('These pages have none of these states.')
    console.log(flawed === 0 ? '\nNo flaws.' : `\n${flawed} pages have flaws.`)
    return flawed === 0 ? 0 : 1
  } finally {
    await browser.close()
  }
}

/**
 * Whether a page is checked in a changed state. Public pages are the same for everybody and are cached; `before` and
 * `bring` need the unchanged data. A dialog (`?do=`) covers the links that lead to a loading page.
 */
function hasState({ path, reader, before, bring }: CheckedPage, state: ReadState): boolean {
  return reader !== undefined && !before && !bring && !(state === 'loading' && /[?&]do=/.test(path))
}

/** Returns the number of pages with flaws. */
async function checkPages(
  context: BrowserContext,
  site: string,
  who: People,
  pages: readonly CheckedPage[],
  state: ReadState,
  wish: Wish,
): Promise<number> {
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const errors = errorsOf(page)
  let flawed = 0
  for (const reader of new Set(pages.map(({ reader = 'visitor' }) => reader))) {
    await readAs(context, site, reader, who)
    for (const one of pages.filter((each) => (each.reader ?? 'visitor') === reader))
      for (const language of wish.languages) {
        const address = `${site}/${language}${one.path}`
        const bring = state === 'loading' ? followLink : one.bring
        const found = await flawsOn(page, address, { ...one, ...(bring && { bring }) }, wish.widths)
        const name = state === 'known' ? one.name : `${one.name}, ${state}`
        const missing = wish.pictures ? await picture(page, `${name} ${language}`, wish).catch(firstLine) : undefined
        const flaws = [...found, ...errors.splice(0), ...(missing ? [missing] : [])]
        console.log(`${flaws.length === 0 ? 'ok  ' : 'FLAW'} ${language} ${name}`)
        for (const flaw of flaws) console.log(`     ${flaw}`)
        if (flaws.length > 0) flawed += 1
      }
  }
  return flawed
}

/** Collects uncaught errors and console errors, including those of hydration, but no failed HTTP statuses. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(`error: ${message.slice(0, 200)}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(`console: ${message.text().slice(0, 200)}`)
  })
  return errors
}

/**
 * The flaws of a page. A page that cannot be brought into its state counts as a flaw; the other pages are still
 * checked.
 */
async function flawsOn(
  page: Page,
  address: string,
  { before, bring }: CheckedPage,
  widths: readonly number[],
): Promise<string[]> {
  try {
    await page.setViewportSize({ width: widths[0] ?? 1280, height: 800 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await before?.(page)
    await page.goto(address)
    await page.locator('html[data-mounted]').waitFor()
    await bring?.(page)
    return await flawsAt(page, widths)
  } catch (error) {
    return [firstLine(error)]
  }
}

function firstLine(error: unknown): string {
  return String(error).split('\n', 1)[0] ?? ''
}

async function picture(page: Page, name: string, { widths, themes }: Wish): Promise<void> {
  const file = name.replaceAll(/[^\w-]+/g, '-').replace(/^-/, 'home-')
  for (const theme of themes) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await untilStill(page)
      const path = join(folder, `${file}-${width}-${theme}.jpg`)
      await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 80 })
    }
  }
}

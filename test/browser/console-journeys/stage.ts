import type { BrowserContext, Page } from '@playwright/test'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import { allWords } from '#src/locales/all-words.ts'
import type enUS from '#src/locales/en-US.ts'
import { axeFindings } from '../axe.ts'
import { Keyboard } from './keyboard.ts'

/** A translator for a language; its keys are paths in the texts of `src/locales`. */
function wordsOf(locale: Locale) {
  return createTranslator({ locale, messages: allWords[locale] as typeof enUS, timeZone: 'UTC' })
}

/** The tools of a journey: a page in phone size, a keyboard, and the texts on the page. */
export type Stage = {
  page: Page
  context: BrowserContext
  keys: Keyboard
  locale: Locale
  t: ReturnType<typeof wordsOf>
  site: string
  api: string
  dataDir: string
  /** Opens a page of the site in the journey's language, and waits for its scripts. */
  open(path: string): Promise<void>
  /** Records in `found` the violations that axe finds, and whether the page scrolls sideways. */
  checkPage(where: string): Promise<void>
  found: string[]
}

export async function stageOf(
  page: Page,
  context: BrowserContext,
  locale: Locale,
  theme: 'light' | 'dark',
): Promise<Stage> {
  await page.setViewportSize({ width: 360, height: 740 })
  const { TAPEWIRE_SITE: site = '', TAPEWIRE_API: api = '', TAPEWIRE_DATA_DIR: dataDir = '' } = process.env
  const found: string[] = []
  return {
    ...{ page, context, locale, site, api, dataDir, found },
    keys: new Keyboard(page),
    t: wordsOf(locale),
    async open(path) {
      await page.goto(`${site}/${locale}${path}`)
      await page.locator('html[data-mounted]').waitFor({ state: 'attached' })
    },
    async checkPage(where) {
      found.push(...(await axeFindings(page, [theme])).map((one) => `${where}: ${one}`))
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) found.push(`${where} scrolls sideways by ${sideways} px`)
    },
  }
}

import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { testedThemes } from './whole.ts'

type Theme = (typeof testedThemes)[number]

/**
 * The violations that axe finds on the page. To need only a quarter of the time, it skips frames, which our pages do
 * not have, and does not report passed rules.
 */
export async function violationsOn(page: Page, rulesOff: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(rulesOff.map((id) => [id, { enabled: false }]))
  return violationsBy(page, { rules })
}

/** Violations of the colour rules, the only rules that depend on the theme. */
async function colourViolationsOn(page: Page): Promise<string[]> {
  return violationsBy(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

async function violationsBy(page: Page, options: RunOptions): Promise<string[]> {
  // The script is half a megabyte, so it is injected only if the page does not have it yet.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: typeof axe }).axe.run(document, given),
    { resultTypes: ['violations' as const], ...options },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The violations that axe finds in the page's current state. Transitions on the page stay disabled afterwards. */
export async function axeFindings(page: Page, themes: readonly Theme[] = testedThemes): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [at, theme] of themes.entries()) {
    await page.evaluate(async (name) => {
      // With transitions, however short, inherited colours would change frame by frame, each after the colour of its
      // parent.
      const still = new CSSStyleSheet()
      still.replaceSync('*, *::before, *::after, ::backdrop { transition: none !important }')
      document.adoptedStyleSheets = [still]
      document.documentElement.dataset.theme = name
      await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
    }, theme)
    const violations = at === 0 ? await violationsOn(page) : await colourViolationsOn(page)
    found.push(...violations.map((one) => `${theme} ${one}`))
  }
  return found
}

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const bothThemes = ['light', 'dark'] as const

type Theme = (typeof bothThemes)[number]

/**
 * The violations that axe finds on the page as it is. Pages have no frames, so axe needs no second page to join the findings,
 * and what passed is not described: this takes a quarter of the time.
 */
export async function violationsOn(page: Page, rulesOff: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(rulesOff.map((id) => [id, { enabled: false }]))
  return violationsBy(page, { rules })
}

/** Of the rules about colours, which alone depend on the theme. */
async function colourViolationsOn(page: Page): Promise<string[]> {
  return violationsBy(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

async function violationsBy(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], ...options })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The violations that axe finds on the page in its present state, in both themes unless told otherwise. */
export async function axeFindings(page: Page, themes: readonly Theme[] = bothThemes): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [at, theme] of themes.entries()) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // even after the shortest transition, colours change only with the next frame, and inherited ones after those of the parent
      for (let running: Animation[] | null = null; running === null || running.length > 0; ) {
        await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
        running = document.getAnimations().filter((one) => one instanceof CSSTransition)
        await Promise.allSettled(running.map(({ finished }) => finished))
      }
    }, theme)
    const violations = at === 0 ? await violationsOn(page) : await colourViolationsOn(page)
    found.push(...violations.map((one) => `${theme} ${one}`))
  }
  return found
}

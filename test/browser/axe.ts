import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const themes = ['light', 'dark'] as const

/** What axe finds on the page as it stands, in both themes. */
export async function axeFindings(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() => !('fresh' in document.documentElement.dataset))
  for (const theme of themes) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // however short a transition is, a colour read before its first frame is still the other theme's
      await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
    }, theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(`${theme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }
  return found
}

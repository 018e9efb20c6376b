import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const bothThemes = ['light', 'dark'] as const

type Theme = (typeof bothThemes)[number]

/** The violations that axe finds on the page in its present state, in both themes unless told otherwise. */
export async function axeFindings(page: Page, themes: readonly Theme[] = bothThemes): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of themes) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // even after the shortest transition, colours change only with the next frame, and inherited ones after those of the parent
      for (let running: Animation[] | null = null; running === null || running.length > 0; ) {
        await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
        running = document.getAnimations().filter((one) => one instanceof CSSTransition)
        await Promise.allSettled(running.map(({ finished }) => finished))
      }
    }, theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(`${theme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }
  return found
}

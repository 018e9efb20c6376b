import type { Page } from '@playwright/test'
import { type Flaw, inPage, type LayoutRules } from './in-page.ts'

const functions = inPage.map(String).join('\n')

export const layoutRules: LayoutRules = {
  sizes: [12, 14, 16, 20, 28, 44, 56],
  moving: '.tape, .update-banner',
}

/** The flaws of the page at each width, as lines. The page keeps the last width. */
export async function flawsAt(page: Page, widths: readonly number[], rules = layoutRules): Promise<string[]> {
  const lines: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await untilStill(page)
    const flaws = await page.evaluate<Flaw[]>(`(() => { ${functions}\nreturn flawsOf(${JSON.stringify(rules)}) })()`)
    lines.push(...flaws.map(({ check, where, detail }) => `${width} px: ${check} ${where}: ${detail}`))
  }
  return lines
}

/** Waits for a frame and for transitions: colours of a theme change gradually, and a new width needs a frame. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const changes = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

import { expect, type Locator, type Page } from '@playwright/test'
import { isWhole } from '../whole.ts'

const placesBefore = 3

/** More Tab presses than any page has tab stops. */
const tabsMax = 250

/** A reader without a pointer. Only Tab moves the focus, so elements that Tab does not reach cannot be used. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab until the element has the focus. In `npm test` it begins only a few tab stops before the element. */
  async to(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    if (!isWhole) await target.evaluate(focusBefore, placesBefore)
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.#page.keyboard.press('Tab')
    }
    throw new Error(`${target} is not reached by Tab`)
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.press(key)
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.insertText(text)
  }

  async key(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
  }
}

/**
 * Runs in the page: focuses the element that is `places` tab stops before `element`. If `element` is in a dialog, only
 * tab stops of that dialog count.
 */
function focusBefore(element: Element, places: number): void {
  if (element === document.activeElement) return
  const within = element.closest('dialog') ?? document
  const all = [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
  const reached = all.filter((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled'))
  reached[Math.max(0, reached.indexOf(element as HTMLElement) - places)]?.focus()
}

import { expect, type Locator, type Page } from '@playwright/test'

/** More Tabs than any page has places to stop. */
const tabsMax = 250

/** A reader without a pointer: Tab alone moves between places, and what is not reached by it cannot be used. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab until the element has the focus. */
  async to(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
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

  /** Replaces what a field says. */
  async write(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.insertText(text)
  }

  async key(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
  }
}

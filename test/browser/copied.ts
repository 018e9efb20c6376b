import { expect, type Locator } from '@playwright/test'

/** The text that a button copies. The clipboard is emptied first, because it may hold text of an earlier test. */
export async function copied(button: Locator): Promise<string> {
  const page = button.page()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button.click()
  await expect.poll(read).not.toBe('')
  return read()
}

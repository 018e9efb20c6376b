import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumFlags, chromiumPath } from '#test/fixtures/chromium.ts'

/** Starts the browser that Lighthouse controls over `port`. */
export async function startBrowser(port: number): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
}

/** Runs Lighthouse. Repeats the run if it missed the first paint, as can happen on a busy machine. */
export async function measured(url: string, port: number, categories: readonly string[]) {
  for (const isLast of [false, true]) {
    const run = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...categories] })
    const score = run?.lhr.categories.performance?.score
    if (run && (isLast || typeof score === 'number')) return run.lhr
  }
  throw new Error(`Lighthouse measured nothing at ${url}`)
}

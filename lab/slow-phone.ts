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

/**
 * Runs Lighthouse. Repeats a run without a performance score once: on a busy machine Lighthouse may miss the first
 * paint.
 */
export async function measured(url: string, port: number, categories: readonly string[]) {
  for (const isLast of [false, true]) {
    const run = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...categories] })
    const score = run?.lhr.categories.performance?.score
    if (run && (isLast || typeof score === 'number')) return run.lhr
  }
  throw new Error(`Lighthouse measured nothing at ${url}`)
}

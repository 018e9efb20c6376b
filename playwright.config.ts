import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './test/fixtures/chromium.ts'
import { keepCompiledCode } from './test/fixtures/compiled-code.ts'
import { preferMemoryDisk } from './test/fixtures/memory-disk.ts'

preferMemoryDisk()
keepCompiledCode()

/** Tests use the Chromium that the global setup finds. The time limits are long, because a busy machine needs them. */
export default defineConfig({
  testDir: 'test/browser',
  build: { external: ['**/*.ts', '**/*.tsx'] },
  outputDir: 'test-results/browser',
  globalSetup: './test/browser/global-setup.ts',
  // The same number as in `vitest.config.ts`.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    launchOptions: {
      executablePath: process.env.TAPEWIRE_CHROMIUM ?? '',
      // Draws a quarter of the pixels. Pages keep their size, because Playwright gives them a pixel ratio of 1.
      args: [...chromiumFlags, '--force-device-scale-factor=0.5'],
    },
    trace: 'off',
  },
})

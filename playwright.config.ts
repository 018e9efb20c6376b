import { defineConfig } from '@playwright/test'
import { keepCompiledCode } from './test/fixtures/compiled-code.ts'
import { preferMemoryDisk } from './test/fixtures/memory-disk.ts'

preferMemoryDisk()
keepCompiledCode()

/** Tests use the Chromium that the global setup finds. Only a busy machine needs the time limits. */
export default defineConfig({
  testDir: 'test/browser',
  build: { external: ['**/*.ts', '**/*.tsx'] },
  outputDir: 'test-results/browser',
  globalSetup: './test/browser/global-setup.ts',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    launchOptions: {
      executablePath: process.env.TAPEWIRE_CHROMIUM ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Draws a quarter of the pixels. Pages and screenshots keep their size, because Playwright sets their ratio to 1.
        '--force-device-scale-factor=0.5',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    trace: 'off',
  },
})

import { defineConfig } from '@playwright/test'
import { installedChromium } from './test/fixtures/chromium.ts'
import { keepCompiledCode } from './test/fixtures/compiled-code.ts'
import { preferMemoryDisk } from './test/fixtures/memory-disk.ts'

preferMemoryDisk()
keepCompiledCode()

/** Tests use an installed Chromium, or the one that the global setup unpacks from npm. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  globalSetup: './test/browser/global-setup.ts',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    launchOptions: {
      executablePath: installedChromium ?? process.env.TAPEWIRE_CHROMIUM ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
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

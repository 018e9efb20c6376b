import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { keepCompiledCode } from './test/fixtures/compiled-code.ts'
import { preferMemoryDisk } from './test/fixtures/memory-disk.ts'

preferMemoryDisk()
keepCompiledCode()

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** The browser: an installed Chromium, else the one unpacked from npm by the global setup. */
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
      executablePath: installed ?? process.env.TAPEWIRE_CHROMIUM ?? '',
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

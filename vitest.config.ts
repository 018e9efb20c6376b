import { defineConfig } from 'vitest/config'
import { keepCompiledCode } from './test/fixtures/compiled-code.ts'
import { LongestFirst } from './test/fixtures/longest-first.ts'
import { preferMemoryDisk } from './test/fixtures/memory-disk.ts'

preferMemoryDisk()
keepCompiledCode()

const postgres = 'test/fixtures/database.ts'
const shared = {
  pool: 'forks' as const,
  // One more than the processors of the smallest machine, since many tests wait.
  maxWorkers: 3,
  silent: 'passed-only' as const,
  /** Polled conditions are met within milliseconds. Only a busy machine needs more. */
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    ...shared,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          globalSetup: [postgres],
          // The files of a worker share its modules. Loading the modules for each file took as long as the tests.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          include: [
            'src/**/*.test.{ts,tsx}',
            'sdk/**/*.test.ts',
            'lab/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/conformance/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          globalSetup: [postgres, 'test/fixtures/filled-data-dir.ts'],
          name: 'journeys',
          // Shared modules, as in the project `unit`: most files load the whole product.
          isolate: false,
          include: ['test/journeys/**/*.test.ts'],
          testTimeout: 90_000,
          // The first journeys wait until the shared data directory is filled.
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

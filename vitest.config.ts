import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'sdk/**/*.test.ts', 'tools/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/journeys/**', 'node_modules/**'],
    globalSetup: ['test/fixtures/database.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: 'passed-only',
  },
})

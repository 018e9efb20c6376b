import { expect, test } from 'vitest'
import { assertVersion } from './engine-versions.ts'

test.each([
  ['PostgreSQL', '15.0'],
  ['PostgreSQL', '18.4 (Debian 18.4-1)'],
  ['ClickHouse', '24.3.1.2672'],
  ['ClickHouse', '26.1.1.1'],
  ['Redis', '6.2.0'],
  ['Redis', '7.0.15'],
] as const)('the engine %s in version %s is new enough', (engine, version) => {
  expect(() => assertVersion(engine, version)).not.toThrow()
})

test.each([
  ['PostgreSQL', '14.19', 'DATABASE_URL is version 14.19; Tapewire needs 15 or newer'],
  ['ClickHouse', '18.16.1', 'CLICKHOUSE_URL is version 18.16.1; Tapewire needs 24.3 or newer'],
  ['ClickHouse', '24.2.9', 'CLICKHOUSE_URL is version 24.2.9; Tapewire needs 24.3 or newer'],
  ['Redis', '6.0.16', 'REDIS_URL is version 6.0.16; Tapewire needs 6.2 or newer'],
  ['Redis', '', 'REDIS_URL is version unknown'],
] as const)(
  'the engine %s in version %s is refused with an error that names the versions',
  (engine, version, sentence) => {
    expect(() => assertVersion(engine, version)).toThrow(sentence)
  },
)

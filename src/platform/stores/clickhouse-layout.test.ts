import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { layoutOf } from './clickhouse-layout.ts'
import { splitStatements } from './history/clickhouse-migrations.ts'
import { readMigrations } from './migrations.ts'

const one = layoutOf(null)
const cluster = layoutOf('market')
let ctx: TestPlatform

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
})
afterAll(() => ctx?.[Symbol.asyncDispose]())

const table = `CREATE TABLE IF NOT EXISTS bars
(
  instrument UInt32 CODEC(ZSTD(3)),
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  version UInt64 CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (instrument, time)`

test('a table of a ClickHouse cluster is replicated within each shard and distributed by its first column', () => {
  expect(one.change(table)).toEqual([table])
  expect(cluster.change(table)).toEqual([
    `CREATE TABLE IF NOT EXISTS bars_local ON CLUSTER market (
  instrument UInt32 CODEC(ZSTD(3)),
  time Int64 CODEC(DoubleDelta, ZSTD(3)),
  version UInt64 CODEC(ZSTD(3))
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)
ORDER BY (instrument, time)`,
    'CREATE TABLE IF NOT EXISTS bars ON CLUSTER market AS bars_local ENGINE = Distributed(market, currentDatabase(), bars_local, cityHash64(instrument))',
  ])
})

test.each([
  ['ALTER TABLE ticks MODIFY TTL x', ['ALTER TABLE ticks_local ON CLUSTER market MODIFY TTL x']],
  [
    'DELETE FROM bars WHERE instrument = 1 AND (time) IN (SELECT time FROM bars WHERE instrument = 2)',
    [
      'DELETE FROM bars_local ON CLUSTER market WHERE instrument = 1 AND (time) IN (SELECT time FROM bars WHERE instrument = 2)',
    ],
  ],
  [
    'DROP TABLE IF EXISTS usage',
    ['DROP TABLE IF EXISTS usage ON CLUSTER market SYNC', 'DROP TABLE IF EXISTS usage_local ON CLUSTER market SYNC'],
  ],
  ['INSERT INTO bars SELECT * FROM ticks', ['INSERT INTO bars SELECT * FROM ticks']],
])('the statement %s is translated for a ClickHouse cluster', (statement, expected) => {
  expect(one.change(statement)).toEqual([statement])
  expect(cluster.change(statement)).toEqual(expected)
})

test('in a ClickHouse cluster, table sizes are read from one replica of each shard, and broken parts from all replicas', () => {
  expect(cluster.read('SELECT sum(rows) FROM system.parts')).toBe(
    "SELECT sum(rows) FROM cluster('market', system.parts)",
  )
  expect(cluster.read('SELECT 1 FROM system.detached_parts')).toBe(
    "SELECT 1 FROM clusterAllReplicas('market', system.detached_parts)",
  )
  expect(one.read('SELECT sum(rows) FROM system.parts')).toBe('SELECT sum(rows) FROM system.parts')
})

test('every ClickHouse table of the migrations is also defined for a cluster, distributed by one of its columns', async () => {
  const statements = (await readMigrations('migrations/clickhouse')).flatMap(({ sql }) => splitStatements(sql))
  const tables = statements.flatMap((statement) => /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(statement)?.[1] ?? [])
  const made = statements
    .flatMap((statement) => cluster.change(statement))
    .flatMap(
      (statement) =>
        /^CREATE TABLE IF NOT EXISTS (\w+) ON CLUSTER market AS .*cityHash64\((\w+)\)/.exec(statement)?.slice(1) ?? [],
    )
  expect(
    Object.fromEntries(Array.from({ length: made.length / 2 }, (_, at) => made.slice(at * 2, at * 2 + 2))),
  ).toEqual({
    ...{ bars: 'instrument', ticks: 'instrument', bar_corrections: 'instrument', best_quotes: 'instrument' },
    bar_numbers: 'instrument',
    store_probe: 'at',
    ...{ usage: 'key_id', usage_answers: 'key_id', usage_errors: 'key_id', clicks: 'event' },
  })
  expect(new Set(tables).size).toBe(10)
  // The tests' engine parses statements for a cluster, but has no cluster, so the statement fails at the cluster's
  // name.
  const create = cluster.change(table)[0] ?? ''
  await expect(ctx.clickhouse.command(create)).rejects.toThrow(/cluster/i)
})

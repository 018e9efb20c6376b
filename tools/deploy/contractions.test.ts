import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReleases, unpublished } from '#src/platform/engines/releases.ts'
import { contractionsOf } from './contractions.ts'

const releases = await readReleases('migrations')
const folders = ['migrations/postgres', 'migrations/clickhouse']
const files = (
  await Promise.all(
    folders.map(async (folder) => (await unpublished(releases, folder)).map((name) => [name, folder] as const)),
  )
).flat()

test.each([
  ['alter table customer drop column name', ['takes something away']],
  ['alter table customer rename column name to title', ['renames something']],
  ['alter table customer alter column id type bigint', ['changes a type']],
  ['alter table customer add column mail text not null', ['demands a value']],
  ["alter table customer add column mail text not null default ''", []],
  ["alter table customer add column mail text default '' not null, add column age int", []],
  ['-- the next release drops the table\ncreate table customer (id int not null)', []],
])('the check of migrations finds the incompatible changes in %s', (sql, expected) => {
  expect(contractionsOf(sql)).toEqual(expected)
})

test('an unpublished migration is compatible with the previous release, or its incompatible changes are explained', () => {
  expect(files.length).toBeGreaterThan(0)
  const unexplained = files.flatMap(([name, folder]) =>
    name in releases.contractions
      ? []
      : contractionsOf(readFileSync(join(folder, `${name}.sql`), 'utf8')).map((what) => `${name} ${what}`),
  )
  expect(unexplained).toEqual([])
})

test('every published migration, and every migration with explained incompatible changes, has a file', async () => {
  const there = await Promise.all(folders.map((folder) => unpublished({ ...releases, published: [] }, folder)))
  const [postgres, clickhouse] = there.map((names) => new Set(names))
  for (const release of releases.published) {
    expect(release.postgres.filter((name) => !postgres?.has(name))).toEqual([])
    expect(release.clickhouse.filter((name) => !clickhouse?.has(name))).toEqual([])
  }
  expect(Object.keys(releases.contractions).filter((name) => !there.flat().includes(name))).toEqual([])
})

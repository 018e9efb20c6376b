import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { silentLog } from '../log/log.ts'
import { migratePostgres, noOthers } from '../stores/migrations.ts'
import { releaseOf } from './releases.ts'

const migrations = {
  1: { '0001-customers': 'create table customer (id int primary key, name text)' },
  2: { '0002-mails': 'alter table customer add column mail text' },
  3: { '0003-names': 'alter table customer drop column name' },
} as const

/** Creates a folder with the migrations of releases 1 to `release`. The last is published only if `isPublished`. */
async function releaseFolder(root: string, release: 1 | 2 | 3, isPublished: boolean): Promise<string> {
  const folder = join(root, `release-${release}-${isPublished}`)
  await mkdir(join(folder, 'postgres'), { recursive: true })
  const all = Object.entries(migrations).filter(([number]) => Number(number) <= release)
  for (const [name, sql] of all.flatMap(([, files]) => Object.entries(files)))
    await writeFile(join(folder, 'postgres', `${name}.sql`), sql)
  const published = all
    .map(([number, files]) => ({ release: Number(number), postgres: Object.keys(files), clickhouse: [] }))
    .filter(({ release: number }) => isPublished || number < release)
  await writeFile(join(folder, 'releases.json'), JSON.stringify({ published, contractions: {} }))
  return join(folder, 'postgres')
}

async function emptyDatabase(): Promise<AsyncDisposable & { connection: pg.ClientConfig }> {
  const connection = inject('postgres')
  const database = `releases_${process.pid}_${Date.now()}`
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query(`create database ${database}`)
  return {
    connection: { ...connection, database },
    async [Symbol.asyncDispose]() {
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
  }
}

test('a process accepts the tables of the next release and refuses the tables of the release after that', async () => {
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'tapewire-releases-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const { connection } = stack.use(await emptyDatabase())
  const [first, second, third] = [
    await releaseFolder(root, 1, true),
    await releaseFolder(root, 2, true),
    await releaseFolder(root, 3, false),
  ]
  expect(await Promise.all([first, second, third].map(releaseOf))).toEqual([1, 2, 3])
  const seen: boolean[] = []
  const start = (folder: string) =>
    migratePostgres(connection, folder, silentLog, {
      ...noOthers,
      migrate: async ({ isOfNextRelease }) => void seen.push(isOfNextRelease),
    })
  expect(await start(first)).toEqual(['0001-customers'])
  expect(await start(second)).toEqual(['0002-mails'])
  expect(await start(first)).toEqual([])
  expect(await start(second)).toEqual([])
  expect(await start(third)).toEqual(['0003-names'])
  expect(await start(second)).toEqual([])
  await expect(start(first)).rejects.toThrow(
    'The PostgreSQL data was written by a newer version of Tapewire (it knows the migration 0002-mails).',
  )
  expect(seen).toEqual([false, false, true, false, false, true])
})

test('a new database is refused as long as another store has data, and accepted once that store is empty', async () => {
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'tapewire-releases-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const { connection } = stack.use(await emptyDatabase())
  const folder = await releaseFolder(root, 1, true)
  let isHeld = true
  const others = {
    ...noOthers,
    assertNew: () => (isHeld ? Promise.reject(new Error('it holds something')) : Promise.resolve()),
  }
  const start = () => migratePostgres(connection, folder, silentLog, others)
  for (const _start of [1, 2]) await expect(start()).rejects.toThrow('it holds something')
  isHeld = false
  expect(await start()).toEqual(['0001-customers'])
  isHeld = true
  expect(await start()).toEqual([])
})

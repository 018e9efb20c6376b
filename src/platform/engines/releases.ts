import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

type Store = 'postgres' | 'clickhouse'

/**
 * `migrations/releases.json`: the migrations of each published release. Other migrations belong to the next release.
 */
export type Releases = {
  published: readonly ({ release: number } & Readonly<Record<Store, readonly string[]>>)[]
  /**
   * Migrations that remove or rename something that the previous release uses, and the reason why the processes of that
   * release tolerate the change.
   */
  contractions: Readonly<Record<string, string>>
}

/**
 * The release of a folder's migrations: the last published release, or the next release if there are unpublished
 * migrations.
 */
export async function releaseOf(folder: string): Promise<number> {
  const releases = await readReleases(dirname(folder))
  const last = releases.published.at(-1)?.release ?? 0
  return (await unpublished(releases, folder)).length > 0 ? last + 1 : last
}

export async function readReleases(folder: string): Promise<Releases> {
  const text = await readFile(join(folder, 'releases.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"published":[],"contractions":{}}'
    throw error
  })
  return JSON.parse(text)
}

export async function unpublished({ published }: Releases, folder: string): Promise<string[]> {
  const store: Store = basename(folder) === 'clickhouse' ? 'clickhouse' : 'postgres'
  const known = new Set(published.flatMap((release) => release[store]))
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4))
  return names.filter((name) => !known.has(name)).sort()
}

import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

type Store = 'postgres' | 'clickhouse'

/** `migrations/releases.json`: the migrations of each published release. Those in none belong to the release under way. */
export type Releases = {
  published: readonly ({ release: number } & Readonly<Record<Store, readonly string[]>>)[]
  /** Migrations that take away or rename what a release before used, and why its processes can bear it. */
  contractions: Readonly<Record<string, string>>
}

/** The release that the migrations of a folder make: the last published one, or the next where some are in none. */
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

/** The migrations that no published release has, by name. */
export async function unpublished({ published }: Releases, folder: string): Promise<string[]> {
  const store: Store = basename(folder) === 'clickhouse' ? 'clickhouse' : 'postgres'
  const known = new Set(published.flatMap((release) => release[store]))
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4))
  return names.filter((name) => !known.has(name)).sort()
}

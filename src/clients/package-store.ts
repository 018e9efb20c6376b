import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { ClientLanguage } from './names.ts'

export type PublishedPackage = {
  file: string
  language: ClientLanguage
  slug: string
  version: string
  digest: string
  publishedAt: number
}

type Row = Omit<PublishedPackage, 'publishedAt'> & { published_at: Date }

/** Every published package without its bytes, newest first. */
export async function publishedPackages(db: Db | Tx): Promise<PublishedPackage[]> {
  const { rows } = await sql<Row>`select file, language, slug, version, digest, published_at from client_package
    order by published_at desc, file`.execute(db)
  return rows.map(({ published_at, ...row }) => ({ ...row, publishedAt: published_at.getTime() }))
}

/** Returns false if another process has already published this version. */
export async function insertPackage(
  tx: Tx,
  { file, language, slug, version, digest }: Omit<PublishedPackage, 'publishedAt'>,
  bytes: Buffer,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into client_package (file, language, slug, version, digest, bytes, published_at)
    values (${file}, ${language}, ${slug}, ${version}, ${digest}, ${bytes}, ${new Date(now)})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function packageBytes(db: Db, file: string): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from client_package where file = ${file}`.execute(db)
  return rows[0]?.bytes ?? null
}

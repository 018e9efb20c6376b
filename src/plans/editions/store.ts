import { type Kysely, sql } from 'kysely'
import { type PlanDocument, planDocumentSchema } from '#src/contract/sales/plan-document.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

type EditionTable = {
  number: number
  /** The document is written as text and read as parsed JSON. */
  document: unknown
  changed_at: Date
  published_at: Date | null
  publish_at: Date | null
  authors: string[]
}
type Tables = { plan_edition: EditionTable; plan_state: { id: boolean; published: number; version: bigint } }

const tables = (db: Db): Kysely<Tables> => db

/** A stored edition. The draft is the edition without `publishedAt`. Times in ms. */
export type StoredEdition = {
  number: number
  document: PlanDocument
  changedAt: number
  publishedAt: number | null
  publishAt: number | null
  /** The staff members who saved the draft. */
  authors: readonly string[]
}

/** `version` increases with each change of the plans. */
export type PlanState = { published: number; version: number }

/** Stores edition 1 in a database without editions. */
export async function seed(db: Db, document: PlanDocument, now: number): Promise<void> {
  const text = JSON.stringify(document)
  await sql`with first as (
      insert into plan_edition (number, document, changed_at, published_at)
      values (1, ${text}::jsonb, ${new Date(now)}, ${new Date(now)}) on conflict do nothing returning number
    )
    insert into plan_state (published, version) select number, 1 from first on conflict do nothing`.execute(db)
}

/** The published edition, and the time when the draft will be published, ms. */
export async function publicationState(db: Db): Promise<{ published: number; publishAt: number | null }> {
  const row = await tables(db)
    .selectFrom('plan_state')
    .leftJoin('plan_edition', (join) => join.on('published_at', 'is', null))
    .select(['published', 'publish_at'])
    .executeTakeFirstOrThrow()
  return { published: row.published, publishAt: row.publish_at?.getTime() ?? null }
}

/** The published edition; null before the first start of an installation. */
export async function publishedEdition(db: Db): Promise<number | null> {
  const row = await tables(db).selectFrom('plan_state').select('published').executeTakeFirst()
  return row?.published ?? null
}

export async function hasDraft(db: Db): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('plan_edition')
    .select('number')
    .where('published_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function stateOf(db: Db): Promise<PlanState> {
  return toState(await tables(db).selectFrom('plan_state').selectAll().executeTakeFirstOrThrow())
}

/** The state of the plans, locked until the transaction ends, so that changes are made one at a time. */
export async function lockState(tx: Tx): Promise<PlanState> {
  return toState(await tables(tx).selectFrom('plan_state').selectAll().forUpdate().executeTakeFirstOrThrow())
}

export async function editions(db: Db): Promise<StoredEdition[]> {
  const rows = await tables(db).selectFrom('plan_edition').selectAll().orderBy('number').execute()
  return rows.map((row) => ({
    number: row.number,
    document: planDocumentSchema.parse(row.document),
    changedAt: row.changed_at.getTime(),
    publishedAt: row.published_at?.getTime() ?? null,
    publishAt: row.publish_at?.getTime() ?? null,
    authors: row.authors,
  }))
}

export async function putDraft(
  tx: Tx,
  { document, authors, now }: { document: PlanDocument; authors: readonly string[]; now: number },
): Promise<number> {
  await discardDraft(tx)
  const row = await tables(tx)
    .insertInto('plan_edition')
    .values(({ selectFrom }) => ({
      number: selectFrom('plan_edition').select(sql<number>`max(number) + 1`.as('next')),
      document: JSON.stringify(document),
      changed_at: new Date(now),
      authors: [...authors],
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  return row.number
}

export async function discardDraft(tx: Tx): Promise<void> {
  await tables(tx).deleteFrom('plan_edition').where('published_at', 'is', null).execute()
}

export async function planDraft(tx: Tx, publishAt: number | null): Promise<void> {
  const publish_at = publishAt === null ? null : new Date(publishAt)
  await tables(tx).updateTable('plan_edition').set({ publish_at }).where('published_at', 'is', null).execute()
}

export async function publishDraft(tx: Tx, number: number, now: number): Promise<void> {
  await tables(tx)
    .updateTable('plan_edition')
    .set({ published_at: new Date(now), publish_at: null })
    .where('number', '=', number)
    .execute()
  await tables(tx).updateTable('plan_state').set({ published: number }).execute()
}

export async function raiseVersion(tx: Tx): Promise<number> {
  const row = await tables(tx)
    .updateTable('plan_state')
    .set({ version: sql`version + 1` })
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(row.version)
}

function toState({ published, version }: { published: number; version: bigint }): PlanState {
  return { published, version: Number(version) }
}

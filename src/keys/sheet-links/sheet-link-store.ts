import { type Kysely, type Selectable, sql } from 'kysely'
import type { SheetTable } from '#src/contract/account/sheet-links.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { SheetLink } from './sheet-link.ts'

type SheetLinkTable = {
  id: string
  account_id: string
  key_id: string
  name: string
  token_hash: string
  shows: SheetTable
  made_by: string | null
  created_at: Date
  revoked_at: Date | null
  used_at: Date | null
  uses: bigint
}
type Tables = { sheet_link: SheetLinkTable; api_key: { id: string; revoked_at: Date | null } }

const tables = (db: Db): Kysely<Tables> => db

function toLink(row: Selectable<SheetLinkTable>): SheetLink {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    name: row.name,
    tokenHash: row.token_hash,
    table: row.shows,
    madeBy: row.made_by,
    createdAt: row.created_at.getTime(),
    revokedAt: row.revoked_at?.getTime() ?? null,
    usedAt: row.used_at?.getTime() ?? null,
    uses: Number(row.uses),
  }
}

export async function insertLink(tx: Tx, link: SheetLink): Promise<void> {
  await sql`insert into sheet_link (id, account_id, key_id, name, token_hash, shows, made_by, created_at)
    values (${link.id}, ${link.accountId}, ${link.keyId}, ${link.name}, ${link.tokenHash},
      ${JSON.stringify(link.table)}::jsonb, ${link.madeBy}, ${new Date(link.createdAt)})`.execute(tx)
}

/** The links of an account that are not revoked and whose key is not revoked, oldest first. */
export async function liveLinksOf(db: Db | Tx, accountId: string): Promise<SheetLink[]> {
  const rows = await tables(db)
    .selectFrom('sheet_link')
    .innerJoin('api_key', 'api_key.id', 'sheet_link.key_id')
    .selectAll('sheet_link')
    .where('sheet_link.account_id', '=', accountId)
    .where('sheet_link.revoked_at', 'is', null)
    .where('api_key.revoked_at', 'is', null)
    .orderBy('sheet_link.created_at')
    .orderBy('sheet_link.id')
    .execute()
  return rows.map(toLink)
}

export async function linkByToken(db: Db | Tx, tokenHash: string): Promise<SheetLink | null> {
  const row = await tables(db)
    .selectFrom('sheet_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** Revokes a link and returns it. Returns null if the link is unknown, revoked already or of another account. */
export async function markLinkRevoked(
  tx: Tx,
  { accountId, id, now }: { accountId: string; id: string; now: number },
): Promise<SheetLink | null> {
  const row = await tables(tx)
    .updateTable('sheet_link')
    .set({ revoked_at: new Date(now) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** Revokes the links that a person made for one team account or, with `accountId` null, for every team account. */
export async function revokeLinksMadeBy(
  tx: Tx,
  { accountId, personId, now }: { accountId: string | null; personId: string; now: number },
): Promise<SheetLink[]> {
  const rows = await tables(tx)
    .updateTable('sheet_link')
    .set({ revoked_at: new Date(now) })
    .where('made_by', '=', personId)
    .where('account_id', '<>', personId)
    .where('revoked_at', 'is', null)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
    .returningAll()
    .execute()
  return rows.map(toLink)
}

export async function addLinkUses(tx: Tx, uses: ReadonlyMap<string, { at: number; count: number }>): Promise<void> {
  for (const [id, { at, count }] of uses)
    await sql`update sheet_link set uses = uses + ${count}, used_at = greatest(used_at, ${new Date(at)})
      where id = ${id}`.execute(tx)
}

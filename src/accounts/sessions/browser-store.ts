import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export async function touchBrowser(
  tx: Tx,
  { accountId, hash, now }: { accountId: string; hash: string; now: number },
): Promise<void> {
  await sql`insert into account_browser (account_id, browser_hash, seen_at)
    values (${accountId}, ${hash}, ${new Date(now)})
    on conflict (account_id, browser_hash) do update set seen_at = excluded.seen_at`.execute(tx)
}

export async function hasBrowser(db: Db, accountId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`select 1 from account_browser
    where account_id = ${accountId} and browser_hash = ${hash}`.execute(db)
  return rows.length > 0
}

export async function findOwner(db: Db, email: string, hash: string): Promise<boolean> {
  const { rows } = await sql`select 1 from account_browser b join account a on a.id = b.account_id
    where b.browser_hash = ${hash} and a.email = ${email}`.execute(db)
  return rows.length > 0
}

export async function shareBrowser(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`select 1 from account_browser a join account_browser b using (browser_hash)
    where a.account_id = ${one} and b.account_id = ${other} limit 1`.execute(db)
  return rows.length > 0
}

export async function isMemberOf(db: Db, memberId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from team_member
    where account_id = ${accountId} and member_id = ${memberId}`.execute(db)
  return rows.length > 0
}

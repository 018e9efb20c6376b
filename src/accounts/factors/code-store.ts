import { type Kysely, sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import { type CodeOutcome, type CodeUse, codeTriesMax } from '../account/code.ts'

type CodeTable = {
  id: bigint
  address: string
  purpose: string
  code_mac: string
  wrong_tries: number
  used_by: string | null
  created_at: Date
  expires_at: Date
}

const tables = (db: Db): Kysely<{ account_code: CodeTable }> => db

export async function insertCode(
  tx: Tx,
  code: { address: string; use: CodeUse; mac: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await sql`
    insert into account_code (address, purpose, code_mac, created_at, expires_at)
    values (${code.address}, ${code.use}, ${code.mac}, ${new Date(code.createdAt)}, ${new Date(code.expiresAt)})
  `.execute(tx)
}

/**
 * Counts and judges one try at the live code of an address and purpose in a single statement. The row is locked, so
 * two tries cannot both be the fifth, and only one right try can set `used_by`.
 */
export async function tryCode(
  db: Db | Tx,
  guess: { address: string; use: CodeUse; mac: string; tryId: string; now: number },
): Promise<Exclude<CodeOutcome, 'invalid'>> {
  const now = new Date(guess.now)
  const { rows } = await sql<{ right: boolean; mine: boolean; used: boolean; live: boolean }>`
    update account_code
    set wrong_tries = wrong_tries + (code_mac <> ${guess.mac})::int,
        used_by = case when code_mac = ${guess.mac} and used_by is null and expires_at > ${now}
                       then ${guess.tryId} else used_by end
    where id = (select id from account_code where address = ${guess.address} and purpose = ${guess.use}
                order by id desc limit 1)
      and wrong_tries < ${codeTriesMax}
    returning code_mac = ${guess.mac} as right, used_by = ${guess.tryId} as mine,
              used_by is not null as used, expires_at > ${now} as live
  `.execute(db)
  const row = rows[0]
  if (!row) return (await hasCode(db, guess.address, guess.use)) ? 'too_many' : 'wrong'
  if (!row.right) return 'wrong'
  if (row.mine) return 'good'
  return row.used ? 'used' : 'expired'
}

async function hasCode(db: Db | Tx, address: string, use: CodeUse): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('account_code')
    .select('id')
    .where('address', '=', address)
    .where('purpose', '=', use)
    .executeTakeFirst()
  return row !== undefined
}

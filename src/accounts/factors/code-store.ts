import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import { type CodeOutcome, type CodeUse, codeTriesMax } from '../account/code.ts'

/** `flow`, `network`: the flow and the network of the person who requested the code, or who guesses it. */
export type CodeKey = { address: string; use: CodeUse; flow: string | null; network: string | null }

export async function insertCode(
  tx: Tx,
  code: CodeKey & { mac: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await sql`
    insert into account_code (address, purpose, flow, network, code_mac, created_at, expires_at)
    values (${code.address}, ${code.use}, ${code.flow}, ${code.network}, ${code.mac}, ${new Date(code.createdAt)},
      ${new Date(code.expiresAt)})
  `.execute(tx)
}

/** The code to which a guess applies, and the column that counts the guess. */
export type FoundCode = { id: string; tries: 'wrong_tries' | 'network_tries' | 'stray_tries' }

/**
 * The newest code of the guesser's flow, else of the guesser's network, else of the address. A code without flow and
 * network applies to every guesser.
 */
export async function findCode(db: Db | Tx, { address, use, flow, network }: CodeKey): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select id, case
        when flow = ${flow} or (flow is null and network is null) then 'wrong_tries'
        when network = ${network} then 'network_tries'
        else 'stray_tries' end as tries
    from account_code where address = ${address} and purpose = ${use}
    order by case
        when flow = ${flow} or (flow is null and network is null) then 1
        when network = ${network} then 2
        else 3 end, account_code.id desc
    limit 1
  `.execute(db)
  return rows[0]
}

/**
 * Counts and judges one guess in a single statement. The row is locked, so two guesses cannot both be the fifth, and
 * only one right guess can set `used_by`.
 */
export async function tryCode(
  db: Db | Tx,
  { id, tries }: FoundCode,
  { macs, tryId, now }: { macs: readonly string[]; tryId: string; now: number },
): Promise<Exclude<CodeOutcome, 'invalid'>> {
  const at = new Date(now)
  const count = sql.ref(tries)
  const isRight = sql`code_mac = any(${[...macs]}::text[])`
  const { rows } = await sql<{ right: boolean; mine: boolean; used: boolean; live: boolean }>`
    update account_code
    set ${count} = ${count} + (not ${isRight})::int,
        used_by = case when ${isRight} and used_by is null and expires_at > ${at}
                       then ${tryId} else used_by end
    where id = ${id} and ${count} < ${codeTriesMax}
    returning ${isRight} as right, used_by = ${tryId} as mine,
              used_by is not null as used, expires_at > ${at} as live
  `.execute(db)
  const row = rows[0]
  if (!row) return 'too_many'
  if (!row.right) return 'wrong'
  if (row.mine) return 'good'
  return row.used ? 'used' : 'expired'
}

import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Hash, TokenTransfer } from '../chains/transfer.ts'

/** More tokens than this at one address are spam. */
const tokensPerAddress = 5

/** An address's first transfer of a token other than the network's token. `symbol`: as the contract states it. */
export type OtherToken = { token: Address20; symbol: string | null; amount: string; transactionHash: Hash }

export type NewOtherToken = { transfer: TokenTransfer; orderNo: string; accountId: string }

/**
 * Transfers of tokens that the recipient had not received before, without recipients that have too many tokens already.
 * Transfers to addresses of pending orders come first.
 */
export async function newOtherTokens(
  db: Db,
  network: NetworkCode,
  transfers: readonly TokenTransfer[],
  limit: number,
): Promise<NewOtherToken[]> {
  if (transfers.length === 0) return []
  const json = JSON.stringify(transfers.map(({ to, token }, at) => ({ at, recipient: to, token })))
  const rows = await sql<{ at: number; order_no: string; account_id: string }>`
    select w.at, d.order_no, d.account_id
    from jsonb_to_recordset(${json}::jsonb) as w (at int, recipient text, token text)
      join deposit_address d on d.network = ${network} and d.address = w.recipient
      join billing_order o on o.no = d.order_no
    where not exists (select 1 from other_token t
        where t.network = ${network} and t.recipient = w.recipient and t.token = w.token)
      and (select count(*) from other_token t
        where t.network = ${network} and t.recipient = w.recipient) < ${tokensPerAddress}
    order by o.status <> 0, o.created_at desc limit ${limit}`.execute(db)
  return rows.rows.flatMap(({ at, order_no, account_id }) => {
    const transfer = transfers[at]
    return transfer ? [{ transfer, orderNo: order_no, accountId: account_id }] : []
  })
}

/** False when the address has received this token before. */
export async function insertOtherToken(
  tx: Tx,
  network: NetworkCode,
  { to, token, transactionHash, blockNumber }: TokenTransfer,
  described: { symbol: string | null; amount: string },
  at: number,
): Promise<boolean> {
  const rows = await sql`insert into other_token
      (network, recipient, token, symbol, amount, tx_hash, block_number, seen_at)
    values (${network}, ${to}, ${token}, ${described.symbol}, ${described.amount}, ${transactionHash}, ${blockNumber},
      ${new Date(at)}) on conflict do nothing returning 1`.execute(tx)
  return rows.rows.length > 0
}

/** The newest other token at an address; null when there is none. */
export async function otherTokenAt(db: Db, network: NetworkCode, address: Address20): Promise<OtherToken | null> {
  const rows = await sql<{ token: Address20; symbol: string | null; amount: string; tx_hash: Hash }>`
    select token, symbol, amount, tx_hash from other_token
    where network = ${network} and recipient = ${address} order by seen_at desc, token limit 1`.execute(db)
  const row = rows.rows[0]
  return row ? { token: row.token, symbol: row.symbol, amount: row.amount, transactionHash: row.tx_hash } : null
}

export async function tokensCursor(db: Db, network: NetworkCode): Promise<number | null> {
  const rows = await sql<{ tokens_cursor: bigint | null }>`
    select tokens_cursor from billing_network where code = ${network}`.execute(db)
  const cursor = rows.rows[0]?.tokens_cursor ?? null
  return cursor === null ? null : Number(cursor)
}

export async function saveTokensCursor(tx: Tx, network: NetworkCode, block: number): Promise<void> {
  await sql`update billing_network set tokens_cursor = ${block} where code = ${network}`.execute(tx)
}

import { mkdirSync } from 'node:fs'
import type pg from 'pg'
import { sealContext } from '#src/keys/key/secret.ts'
import { createKeyring, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import type { Keyring } from '#src/platform/platform.ts'
import { ticketNo } from './console-sql.ts'
import { orderNo } from './money-sql.ts'
import { unsealed } from './people-sql.ts'

export type Facts = Awaited<ReturnType<typeof factsOf>>

const samples = 60

/** Reads sample rows that the pages request, spread evenly from the oldest account or order to the newest. */
export async function factsOf(client: pg.Client, dataDir: string, customers: number) {
  const spread = (count: number) =>
    Array.from({ length: samples }, (_, n) => 1 + Math.floor(((n + 0.5) * count) / samples))
  const { rows: people } = await client.query<{ id: string; email: string; at: string; tail: string }>(
    `select a.id, a.email, floor(extract(epoch from a.created_at) * 1000)::bigint::text as at, k.tail
      from account a join api_key k on k.account_id = a.id and k.market = 'integrated' where a.id = any($1)`,
    [spread(customers).map((n) => `acc${n}`)],
  )
  const { rows: orders } = await client.query<Order>(
    `select o.no, o.account_id as owner, d.network, d.index, d.address, t.tx_hash as hash,
        r.year || '-' || lpad(r.number::text, 6, '0') as receipt, floor(extract(epoch from o.created_at) * 1000)::bigint::text as at,
        (o.created_at at time zone 'UTC')::date::text as day
      from billing_order o join deposit_address d on d.order_no = o.no join receipt r on r.order_no = o.no
        join transfer_observation t on t.network = d.network and t.recipient = d.address
      where o.no in (select ${orderNo('n - n % 10 + 1')} from unnest($1::int[]) n)`,
    [spread(10 * customers)],
  )
  const { rows: held } = await client.query<Order>(
    `select o.no, o.account_id as owner, d.network, d.index, d.address from payment_incident i
        join transfer_observation t on t.network = i.network and t.tx_hash = i.subject
        join deposit_address d on d.network = t.network and d.address = t.recipient join billing_order o on o.no = d.order_no
      where i.closed_at is null`,
  )
  await seal(client, dataDir, [...orders, ...held])
  const { rows: tickets } = await client.query<{ no: string }>(
    `select ${ticketNo('n')} as no from unnest($1::int[]) n`,
    [spread(customers)],
  )
  const { rows } = await client.query<{ at: string; id: string }>(
    `select (extract(epoch from at) * 1000000)::bigint::text as at, id::text from audit where id = any($1::bigint[])`,
    [spread(100 * customers)],
  )
  const { rows: imports } = await client.query<{ id: string }>(`select max(id)::text as id from imports`)
  const { rows: instruments } = await client.query<{ id: number }>(`select id from instruments where code = 'Q77'`)
  return { people, orders, held, tickets, rows, imports, instruments }
}

type Order = Record<'no' | 'owner' | 'network' | 'address' | 'hash' | 'receipt' | 'at' | 'day', string> & {
  index: number
}

/**
 * Writes the MACs of the sampled deposit addresses with the key ring, since the product shows no address without a MAC.
 */
async function seal(client: pg.Client, dataDir: string, orders: readonly Order[]): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const ring = createKeyring(sandboxRing(dataDir))
  await sealKeys(client, ring)
  for (const { network, index, address, owner, no } of orders) {
    const mac = ring.fingerprint([network, index, address, owner, no].join('|'), 'deposit-address')
    await client.query('update deposit_address set mac = $1 where order_no = $2', [mac, no])
  }
}

const keysAtOnce = 20_000

/**
 * Seals the placeholder secrets of all keys, once per data directory: the product refuses to start with secrets that
 * its key ring did not seal.
 */
async function sealKeys(client: pg.Client, ring: Keyring): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      `select id from api_key where secret_sealed = '${unsealed}' limit ${keysAtOnce}`,
    )
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    await client.query(
      `update api_key set secret_sealed = made.sealed from unnest($1::text[], $2::text[]) as made (id, sealed)
        where api_key.id = made.id`,
      [ids, ids.map((id) => ring.seal(`tw_live_${id}`, sealContext(id)))],
    )
  }
  await client.query('vacuum (analyze) api_key')
  await client.query('set session_replication_role = origin')
}

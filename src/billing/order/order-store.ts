import { type Kysely, sql } from 'kysely'
import type { Locale } from '#src/contract/locale.ts'
import type { LateReason } from '#src/contract/sales/late-reason.ts'
import { type OrderStatus, orderStatus } from '#src/contract/sales/order-status.ts'
import type { Period } from '#src/plans/plan.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Order, OrderKind } from './order.ts'

type OrderRow = {
  no: string
  account_id: string
  kind: OrderKind
  plan_id: string
  plan_edition: number
  period: Period
  months: number
  key_id: string | null
  from_plan_id: string | null
  key_expires_at: Date | null
  network: NetworkCode
  list: bigint
  discount: bigint
  coupon_code: string | null
  coupon_discount: bigint
  upgrade_difference: bigint
  credit: bigint
  payable: bigint
  status: OrderStatus
  late: boolean
  not_applied: boolean
  late_reasons: LateReason[]
  late_due: bigint | null
  created_at: Date
  expires_at: Date
  extended: boolean
  closed_at: Date | null
  locale: Locale
  idempotency_key: string | null
  request_hash: string | null
  version: number
}

type Tables = { billing_order: OrderRow }

const tables = (db: Db): Kysely<Tables> => db

/** Returns false when the account has a pending order or has used the idempotency key; unique indexes detect both. */
export async function insertOrder(
  tx: Tx,
  order: Order,
  call: { idempotencyKey: string | null; requestText: string },
): Promise<boolean> {
  const row = { ...toRow(order), idempotency_key: call.idempotencyKey, request_hash: call.requestText }
  const inserted = await tables(tx)
    .insertInto('billing_order')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('no')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function orderByNo(db: Db | Tx, no: string): Promise<Order | null> {
  return fromRow(await tables(db).selectFrom('billing_order').selectAll().where('no', '=', no).executeTakeFirst())
}

export async function lockOrder(tx: Tx, no: string): Promise<Order | null> {
  const row = await tables(tx)
    .selectFrom('billing_order')
    .selectAll()
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirst()
  return fromRow(row)
}

export async function pendingOrderOf(db: Db | Tx, accountId: string): Promise<Order | null> {
  const row = await tables(db)
    .selectFrom('billing_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', orderStatus.pending)
    .executeTakeFirst()
  return fromRow(row)
}

export async function hasOtherPending(tx: Tx, { no, accountId }: Order): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('billing_order')
    .select('no')
    .where('account_id', '=', accountId)
    .where('status', '=', orderStatus.pending)
    .where('no', '<>', no)
    .executeTakeFirst()
  return row !== undefined
}

export async function orderByIdempotencyKey(
  db: Db | Tx,
  accountId: string,
  key: string,
): Promise<{ order: Order; requestHash: string | null } | null> {
  const row = await tables(db)
    .selectFrom('billing_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  const order = fromRow(row)
  return order && { order, requestHash: row?.request_hash ?? null }
}

/** The newest order since `since` with the same request, if credit and discounts covered the order completely. */
export async function coveredOrderSince(
  db: Db | Tx,
  accountId: string,
  requestText: string,
  since: number,
): Promise<Order | null> {
  const row = await tables(db)
    .selectFrom('billing_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_hash', '=', requestText)
    .where('created_at', '>=', new Date(since))
    .where('status', '=', orderStatus.completed)
    .where('payable', '=', 0n)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return fromRow(row)
}

export async function newestOrderNo(db: Db, accountId: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('billing_order')
    .select('no')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('no', 'desc')
    .executeTakeFirst()
  return row?.no ?? null
}

export async function orderNumbersOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await tables(db).selectFrom('billing_order').select('no').where('account_id', '=', accountId).execute()
  return rows.map(({ no }) => no)
}

/**
 * `text`: a part of the order number or of the plan's id. With `text`, orders of `planIds` match as well. `from`,
 * `until`: limits of the time of creation, ms.
 */
export type OrderFilter = {
  text?: string | undefined
  planIds?: readonly string[]
  status?: OrderStatus | undefined
  from?: number | undefined
  until?: number | undefined
  oldestFirst?: boolean
}

export async function ordersOf(
  db: Db,
  accountId: string,
  page: { page: number; size: number },
  { text, planIds = [], status, from, until, oldestFirst = false }: OrderFilter = {},
): Promise<{ orders: Order[]; total: number }> {
  const part = text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const chosen = sql`account_id = ${accountId}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${from === undefined ? sql`` : sql`and created_at >= ${new Date(from)}`}
    ${until === undefined ? sql`` : sql`and created_at < ${new Date(until)}`}
    ${part === null ? sql`` : sql`and (no ilike ${part} or plan_id ilike ${part} or plan_id = any(${[...planIds]}::text[]))`}`
  const order = sql.raw(oldestFirst ? 'created_at, no' : 'created_at desc, no desc')
  const { rows } = await sql<OrderRow>`select * from billing_order where ${chosen} order by ${order}
    limit ${page.size} offset ${(page.page - 1) * page.size}`.execute(db)
  const count = await sql<{ total: bigint }>`select count(*) as total from billing_order where ${chosen}`.execute(db)
  return { orders: rows.flatMap((row) => fromRow(row) ?? []), total: Number(count.rows[0]?.total ?? 0) }
}

export async function hasCompletedOrder(db: Db | Tx, accountId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('billing_order')
    .select('no')
    .where('account_id', '=', accountId)
    .where('status', '=', orderStatus.completed)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function dueOrders(
  db: Db | Tx,
  network: NetworkCode,
  now: number,
): Promise<{ orderNo: string; accountId: string }[]> {
  const rows = await sql<{ no: string; account_id: string }>`select no, account_id from billing_order
    where network = ${network} and status = 0 and expires_at <= ${new Date(now)} limit 200`.execute(db)
  return rows.rows.map((row) => ({ orderNo: row.no, accountId: row.account_id }))
}

/** Whether an order waits for its payment, or a transfer for its confirmations. */
export async function expectsTransfers(db: Db | Tx, network: NetworkCode): Promise<boolean> {
  const { rows } = await sql`select 1 where exists (select from billing_order where network = ${network} and status = 0)
    or exists (select from transfer_observation where network = ${network} and state = 'seen')`.execute(db)
  return rows.length > 0
}

export type OrderChange = Partial<
  Pick<
    Order,
    'status' | 'late' | 'notApplied' | 'lateReasons' | 'lateDue' | 'expiresAt' | 'extended' | 'closedAt' | 'keyId'
  >
>

export async function updateOrder(tx: Tx, order: Order, change: OrderChange): Promise<Order> {
  const next = { ...order, ...change, version: order.version + 1 }
  const { status, late, not_applied, late_reasons, late_due, expires_at, extended, closed_at, key_id, version } =
    toRow(next)
  await tables(tx)
    .updateTable('billing_order')
    .set({ status, late, not_applied, late_reasons, late_due, expires_at, extended, closed_at, key_id, version })
    .where('no', '=', order.no)
    .execute()
  return next
}

/** Stores the prices of an order whose payment came after the deadline. */
export async function repriceOrder(tx: Tx, order: Order): Promise<void> {
  const { plan_edition, months, list, discount, coupon_code, coupon_discount, upgrade_difference, credit, payable } =
    toRow(order)
  await tables(tx)
    .updateTable('billing_order')
    .set({ plan_edition, months, list, discount, coupon_code, coupon_discount, upgrade_difference, credit, payable })
    .where('no', '=', order.no)
    .execute()
}

/** Raises the version of an order for a change outside its row, so that its readers notice the change. */
export async function raiseVersion(tx: Tx, { no, version }: Order): Promise<void> {
  await tables(tx)
    .updateTable('billing_order')
    .set({ version: version + 1 })
    .where('no', '=', no)
    .execute()
}

function toRow(order: Order) {
  return {
    no: order.no,
    account_id: order.accountId,
    kind: order.kind,
    plan_id: order.planId,
    plan_edition: order.planEdition,
    period: order.period,
    months: order.months,
    key_id: order.keyId,
    from_plan_id: order.fromPlanId,
    key_expires_at: order.keyExpiresAt === null ? null : new Date(order.keyExpiresAt),
    network: order.network,
    list: order.list,
    discount: order.discount,
    coupon_code: order.couponCode,
    coupon_discount: order.couponDiscount,
    upgrade_difference: order.upgradeDifference,
    credit: order.credit,
    payable: order.payable,
    status: order.status,
    late: order.late,
    not_applied: order.notApplied,
    late_reasons: [...order.lateReasons],
    late_due: order.lateDue,
    created_at: new Date(order.createdAt),
    expires_at: new Date(order.expiresAt),
    extended: order.extended,
    closed_at: order.closedAt === null ? null : new Date(order.closedAt),
    locale: order.locale,
    version: order.version,
  }
}

function fromRow(row: OrderRow | undefined): Order | null {
  if (!row) return null
  return {
    no: row.no,
    accountId: row.account_id,
    kind: row.kind,
    planId: row.plan_id,
    planEdition: row.plan_edition,
    period: row.period,
    months: row.months,
    keyId: row.key_id,
    fromPlanId: row.from_plan_id,
    keyExpiresAt: row.key_expires_at?.getTime() ?? null,
    network: row.network,
    list: row.list,
    discount: row.discount,
    couponCode: row.coupon_code,
    couponDiscount: row.coupon_discount,
    upgradeDifference: row.upgrade_difference,
    credit: row.credit,
    payable: row.payable,
    status: row.status,
    late: row.late,
    notApplied: row.not_applied,
    lateReasons: row.late_reasons,
    lateDue: row.late_due,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    extended: row.extended,
    closedAt: row.closed_at?.getTime() ?? null,
    locale: row.locale,
    version: row.version,
  }
}

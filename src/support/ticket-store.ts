import { type Kysely, type Selectable, sql } from 'kysely'
import type { Locale } from '#src/contract/locale.ts'
import type { TicketState } from '#src/contract/values/ticket-state.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import { type Cursor, type Paged, pageOf } from '#src/platform/stores/cursor.ts'
import type { ListedTicket, Ticket, TicketMessage } from './ticket.ts'

type TicketTable = {
  id: string
  account_id: string | null
  name: string
  email: string
  locale: string
  network: string
  state: TicketState
  assignee_id: string | null
  version: number
  created_at: Date
  changed_at: Date
  waiting_since: Date | null
}
type MessageTable = {
  ticket_id: string
  author: 'customer' | 'staff'
  author_id: string | null
  text: string
  created_at: Date
}

const tables = (db: Db): Kysely<{ tickets: TicketTable; ticket_message: MessageTable }> => db

const excerptLength = 200
const waitingSince = sql`coalesce(waiting_since, changed_at)`

export async function insertTicket(tx: Tx, ticket: Ticket, network: string): Promise<void> {
  await tables(tx)
    .insertInto('tickets')
    .values({
      id: ticket.id,
      account_id: ticket.accountId,
      name: ticket.name,
      email: ticket.email,
      locale: ticket.locale,
      network,
      state: ticket.state,
      assignee_id: ticket.assigneeId,
      version: ticket.version,
      created_at: new Date(ticket.openedAt),
      changed_at: new Date(ticket.changedAt),
      waiting_since: ticket.waitingSince === null ? null : new Date(ticket.waitingSince),
    })
    .execute()
}

export async function insertMessage(tx: Tx, ticketId: string, message: TicketMessage): Promise<void> {
  const { author, authorId, text, at } = message
  const row = { ticket_id: ticketId, author, author_id: authorId, text, created_at: new Date(at) }
  await tables(tx).insertInto('ticket_message').values(row).execute()
}

/**
 * Writes the changed fields and increments the version. A ticket that becomes open waits since then; an open ticket
 * continues to wait.
 */
export async function updateTicket(
  tx: Tx,
  id: string,
  { assigneeId, turn }: { assigneeId?: string | null; turn?: { state: TicketState; at: number } },
): Promise<void> {
  await tables(tx)
    .updateTable('tickets')
    .set({
      ...(turn ? { state: turn.state, changed_at: new Date(turn.at), waiting_since: waitingAfter(turn) } : {}),
      ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

function waitingAfter({ state, at }: { state: TicketState; at: number }) {
  return state === 'open' ? sql<Date>`case when state = 'open' then ${waitingSince} else ${new Date(at)} end` : null
}

export async function ticketById(db: Db, id: string, lock = false): Promise<Ticket | null> {
  const found = tables(db).selectFrom('tickets').selectAll().where('id', '=', id)
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  return row ? toTicket(row) : null
}

/**
 * `accountId`: tickets of a customer; `visitor`: tickets of visitors with this address; `assigneeId`: tickets of a
 * staff member (null: unassigned). Undefined fields do not filter.
 */
export type TicketFilter = {
  accountId?: string
  visitor?: string
  state?: TicketState | undefined
  assigneeId?: string | null | undefined
}

/** A page of tickets: with `oldestFirst` the longest waiting first, else the last changed first. */
export async function ticketsBy(
  db: Db,
  filter: TicketFilter,
  { limit, after, oldestFirst = false }: { limit: number; after: Cursor | null; oldestFirst?: boolean },
): Promise<Paged<ListedTicket>> {
  let query = tables(db)
    .selectFrom('tickets')
    .selectAll()
    .select(
      sql<string>`(select left(m.text, ${excerptLength}) from ticket_message m
        where m.ticket_id = tickets.id order by m.id limit 1)`.as('excerpt'),
    )
    .where(filterOf(filter))
  const beyond = sql.raw(oldestFirst ? '>' : '<')
  const at = oldestFirst ? waitingSince : sql`changed_at`
  if (after) query = query.where(sql<boolean>`(${at}, id) ${beyond} (${new Date(after.at)}, ${after.id})`)
  const rows = await query
    .orderBy(at, oldestFirst ? 'asc' : 'desc')
    .orderBy('id', oldestFirst ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const listed = rows.map((row) => ({ ...toTicket(row), excerpt: row.excerpt }))
  return pageOf(listed, limit, (ticket) => ({
    at: (oldestFirst ? ticket.waitingSince : null) ?? ticket.changedAt,
    id: ticket.id,
  }))
}

export async function countTickets(db: Db, filter: TicketFilter): Promise<number> {
  const { total } = await tables(db)
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where(filterOf(filter))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function filterOf({ accountId, visitor, state, assigneeId }: TicketFilter) {
  const conditions = [
    accountId !== undefined && sql<boolean>`account_id = ${accountId}`,
    visitor !== undefined && sql<boolean>`account_id is null and email = ${visitor}`,
    state !== undefined && sql<boolean>`state = ${state}`,
    assigneeId === null && sql<boolean>`assignee_id is null`,
    typeof assigneeId === 'string' && sql<boolean>`assignee_id = ${assigneeId}`,
  ].filter((one) => one !== false)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

export async function messagesOf(db: Db, ticketId: string): Promise<TicketMessage[]> {
  const rows = await tables(db)
    .selectFrom('ticket_message')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at')
    .orderBy(sql`id`)
    .execute()
  return rows.map((row) => ({
    author: row.author,
    authorId: row.author_id,
    text: row.text,
    at: row.created_at.getTime(),
  }))
}

/** Tickets of an account, and tickets that a visitor wrote with one of `addresses`. */
export async function ticketIdsOf(db: Db, accountId: string, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from tickets where account_id = ${accountId}
    or (account_id is null and lower(email) = any(${[...addresses]}::text[]))`.execute(db)
  return rows.map(({ id }) => id)
}

function toTicket(row: Selectable<TicketTable>): Ticket {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    email: row.email,
    locale: row.locale as Locale,
    state: row.state,
    assigneeId: row.assignee_id,
    version: row.version,
    openedAt: row.created_at.getTime(),
    changedAt: row.changed_at.getTime(),
    waitingSince: row.state === 'open' ? (row.waiting_since ?? row.changed_at).getTime() : null,
  }
}

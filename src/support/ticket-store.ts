import type { Db, Tx } from '#src/platform/platform.ts'

type TicketRow = {
  id: string
  name: string
  email: string
  message: string
  locale: string
  network: string
  created_at: Date
}

export async function insert(tx: Tx, row: TicketRow): Promise<void> {
  await tx.withTables<{ tickets: TicketRow }>().insertInto('tickets').values(row).execute()
}

export async function addressOf(db: Db, id: string): Promise<string | null> {
  const row = await db
    .withTables<{ tickets: TicketRow }>()
    .selectFrom('tickets')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.email ?? null
}

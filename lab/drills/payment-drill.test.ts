import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { untilQuiet } from './payment-drill.ts'

test('the payment drill ends only when a sent transfer is credited, even if mining and scans pause for a while', async () => {
  await using world = await PaymentWorld.alone({ code: 'ETC20' })
  const { db } = world.ctx.postgres
  const order = await world.order(await world.customer())
  await world.pay(order)
  let pauses = 0
  await untilQuiet(db, 1, async () => {
    pauses++
    if (pauses === 20) await world.settle()
    else if (pauses > 20) {
      world.mine(1)
      await world.tick()
    }
  })
  const rows = await sql<{ n: bigint }>`select count(*) as n from ledger_entry where kind = 'deposit'`.execute(db)
  expect(rows.rows[0]?.n).toBe(1n)
})

import { provenAddressesOf } from '#src/accounts/sessions/profile.ts'
import { orderNumbersOf } from '#src/billing/export.ts'
import { allowanceId } from '#src/keys/key/key.ts'
import { allKeysOfAccount } from '#src/keys/keys.ts'
import type { Person } from '#src/platform/personal-data.ts'
import type { Db } from '#src/platform/platform.ts'
import { ticketIdsOf } from '#src/support/tickets.ts'

export async function personOf(db: Db, accountId: string): Promise<Person> {
  const keys = await allKeysOfAccount(db, accountId)
  const addresses = await provenAddressesOf(db, accountId)
  return {
    accountId,
    addresses,
    keyIds: keys.map(({ id }) => id),
    allowanceIds: keys.map(allowanceId),
    orderNos: await orderNumbersOf(db, accountId),
    ticketIds: await ticketIdsOf(db, accountId, addresses),
  }
}

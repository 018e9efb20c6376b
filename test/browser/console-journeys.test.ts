import { expect } from '@playwright/test'
import { changePrice } from './console-journeys/change-price.ts'
import { discardDraft } from './console-journeys/discard-draft.ts'
import { importFile } from './console-journeys/import-file.ts'
import { refusedMoney } from './console-journeys/refused-money.ts'
import { settleHeld } from './console-journeys/settle-held.ts'
import { stageOf } from './console-journeys/stage.ts'
import { suspendCustomer } from './console-journeys/suspend-customer.ts'
import { ticketRoundTrip } from './console-journeys/ticket-round-trip.ts'
import { test } from './test.ts'
import { testedLocales } from './whole.ts'

/** Journeys run on a phone and only by keyboard, and axe must find nothing. */
const journeys = {
  'a new customer pays a changed price, and an existing subscription keeps its limits': changePrice,
  'a held payment is found by its transaction and settled': settleHeld,
  'a customer is suspended, and the open socket of the customer closes': suspendCustomer,
  'a customer writes, support answers and closes the ticket, and a reply opens it again': ticketRoundTrip,
  'a file with one bad row in a hundred is imported, and the bad rows are corrected and released': importFile,
  'staff of the role support can neither open pages about money nor act on money': refusedMoney,
}

test.describe.configure({ timeout: 240_000 })

for (const [turn, [name, journey]] of Object.entries(journeys).entries())
  for (const locale of testedLocales)
    test(`${name}, in the language ${locale}`, async ({ page, context }) => {
      const stage = await stageOf(page, context, locale, turn % 2 === 0 ? 'dark' : 'light')
      await journey(stage)
      expect(stage.found).toEqual([])
    })

// All tests that change the draft of the plans are in this file, because the tests of one file run one after another.
test('staff of the role billing change a price in a draft, preview it and discard it, and an outdated form is refused', async ({
  page,
  context,
}) => {
  await discardDraft(await stageOf(page, context, 'en-US', 'light'))
})

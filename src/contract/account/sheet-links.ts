import { z } from 'zod'
import { adjustments, assetClasses, barIntervals } from '../market.ts'
import { defineRoute } from '../route.ts'
import { developers, everyRole } from '../team/team-role.ts'
import { nameMax } from '../values/human-name.ts'
import { humanName, noBody } from './shapes.ts'
import { sheetRowsMax, sheetSymbolsMax } from './sheet-choices.ts'

const symbol = z.string().min(1).max(50).describe('`NASDAQ:AAPL`, `crypto:BTCUSD` or only a code')
const rows = z.number().int().min(1).max(sheetRowsMax).describe('the number of newest bars')
const interval = z.enum(barIntervals)
const adjust = z.enum(adjustments)

const wanted = z.strictObject({
  name: humanName(nameMax.key),
  keyId: z.string().min(1).max(64).describe('the key that counts the requests and whose restrictions apply'),
  table: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('bars'),
      symbol,
      interval,
      rows: rows.default(100),
      adjust: adjust.default('none'),
    }),
    z.strictObject({
      kind: z.literal('prices'),
      symbols: z.array(symbol).min(1).max(sheetSymbolsMax).describe('of one class and one region'),
    }),
  ]),
})
export type WantedSheetLink = z.output<typeof wanted>

const listing = { class: z.enum(assetClasses), region: z.string() }
/** The table of a link: the newest bars of one instrument, or the quotes of several instruments. */
export const sheetTable = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bars'), ...listing, exchange: z.string(), code: z.string(), interval, rows, adjust }),
  z.object({ kind: z.literal('prices'), ...listing, codes: z.array(z.string()) }),
])
export type SheetTable = z.output<typeof sheetTable>

/** Times in ms. `key`: masked, as in the list of keys. `uses`: the number of responses so far. */
const sheetLink = z.object({
  id: z.string(),
  name: z.string(),
  table: sheetTable,
  keyId: z.string(),
  key: z.string(),
  madeBy: z.string().nullable().describe('the mail address of the person who made the link'),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  uses: z.number(),
})
export type SheetLink = z.output<typeof sheetLink>

export const sheetLinksRoute = defineRoute({
  method: 'GET',
  path: '/api/sheet-links',
  summary: 'The spreadsheet links of the account, oldest first, without their addresses',
  auth: 'session',
  team: everyRole,
  data: z.object({ links: z.array(sheetLink) }),
  errors: ['not_signed_in'],
})

export const makeSheetLinkRoute = defineRoute({
  method: 'POST',
  path: '/api/sheet-links',
  summary:
    'Makes an address that returns one table as CSV. Only this response contains the address. At most 20 per account',
  auth: 'session',
  team: developers,
  body: wanted,
  data: z.object({ link: sheetLink, address: z.string() }),
  errors: [
    'not_signed_in',
    'not_found',
    'sheet_symbol_unknown',
    'sheet_mixed',
    'sheet_links_full',
    'plan_expired',
    'not_in_plan',
    'not_in_scope',
    'recent_signin_required',
  ],
})

export const revokeSheetLinkRoute = defineRoute({
  method: 'POST',
  path: '/api/sheet-links/{id}/revoke',
  summary: 'Revokes a spreadsheet link at once',
  auth: 'session',
  team: developers,
  params: z.object({ id: z.string().min(1).max(64) }),
  body: noBody,
  data: sheetLink,
  errors: ['not_signed_in', 'not_found'],
})

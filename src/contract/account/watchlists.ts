import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { sectionMark, sectionNameMax, watchlistSymbolsMax } from '../site.ts'
import { nameMax } from '../values/human-name.ts'
import { humanName, nothing } from './shapes.ts'

const ticker = z.string().regex(/^[A-Za-z0-9._-]{1,16}:[^\s:]{1,32}$/)

const section = z
  .string()
  .regex(/^### (?! )[^\p{C}]+(?<! )$/u)
  .max(sectionMark.length + sectionNameMax)

const content = z.strictObject({
  name: humanName(nameMax.layout),
  symbols: z
    .array(z.union([ticker, section]))
    .max(watchlistSymbolsMax)
    .refine((symbols) => new Set(symbols).size === symbols.length, 'named twice')
    .default([])
    .describe(
      'as the chart writes them, `NASDAQ:AAPL`, in the order of the list; `### Banks` begins a section; without duplicates',
    ),
})
export type WatchlistContent = z.output<typeof content>

const watchlist = z.object({ id: z.string(), name: z.string(), symbols: z.array(z.string()) })
export type Watchlist = z.output<typeof watchlist>

const params = z.object({ id: z.string().min(1).max(64) })

export const watchlistsRoute = defineRoute({
  method: 'GET',
  path: '/api/watchlists',
  summary: 'The watchlists of the account, oldest first',
  auth: 'session',
  data: z.object({ watchlists: z.array(watchlist) }),
  errors: ['not_signed_in'],
})

export const createWatchlistRoute = defineRoute({
  method: 'POST',
  path: '/api/watchlists',
  summary: 'Creates a watchlist at the end; at most 20, of at most 100 entries each',
  auth: 'session',
  body: content,
  data: watchlist,
  errors: ['not_signed_in', 'conflict'],
})

export const changeWatchlistRoute = defineRoute({
  method: 'PUT',
  path: '/api/watchlists/{id}',
  summary: 'Replaces the name and the instruments of a watchlist',
  auth: 'session',
  params,
  body: content,
  data: watchlist,
  errors: ['not_signed_in', 'not_found'],
})

export const removeWatchlistRoute = defineRoute({
  method: 'DELETE',
  path: '/api/watchlists/{id}',
  summary: 'Removes a watchlist',
  auth: 'session',
  params,
  data: nothing,
  errors: ['not_signed_in', 'not_found'],
})

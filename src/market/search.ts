import { sql } from 'kysely'
import type { AssetClass } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { editDistance } from './edit-distance.ts'
import type { Instrument } from './instrument.ts'
import { columns, type InstrumentRow, toInstrument } from './instrument-store.ts'
import { lookupOf } from './symbol.ts'

export type SearchQuery = {
  /** As typed; upper case, trimming and separators do not matter, `%` and `_` are letters like any other. */
  text: string
  classes: readonly AssetClass[]
  region: string | null
  /** From 1. */
  page: number
  size: number
}

export type SearchPage = { content: Instrument[]; totalElements: number }

/** Hits of one kind that are ranked at most; beyond it a search says too little to be worth paging. */
const stageMax = 3_000
const fuzzyCandidates = 120

/**
 * Exact code, then code prefix, then names that begin so, then words and parts of names; inside each, home and liquid
 * listings first. A text that finds nothing is tried again as a misspelling.
 */
export async function searchInstruments(ctx: Platform, query: SearchQuery): Promise<SearchPage> {
  const text = query.text.trim().toUpperCase().replaceAll('\u0000', '')
  if (query.classes.length === 0) return { content: [], totalElements: 0 }
  if (text === '') return browse(ctx, query)
  const page = await ranked(ctx, { ...query, text })
  if (page.totalElements > 0 || text.length < 4) return page
  const near = await misspelled(ctx, text, query.classes, query.region)
  const start = (query.page - 1) * query.size
  return { content: near.slice(start, start + query.size), totalElements: near.length }
}

/** Codes near one that nobody knows: what `suggestions` beside `unknown_symbol` lists. */
export async function suggest(ctx: Platform, assetClass: AssetClass, text: string, size: number): Promise<string[]> {
  const upper = text.trim().toUpperCase().slice(0, 32)
  const query = { text: upper, classes: [assetClass], region: null, page: 1, size }
  const found = upper.length < 2 ? [] : (await ranked(ctx, query)).content
  const near = found.length > 0 || upper.length < 3 ? found : await misspelled(ctx, upper, [assetClass], null)
  return [...new Set(near.map(({ code }) => code))].slice(0, size)
}

type Counted = InstrumentRow & { total: bigint }

async function browse(ctx: Platform, query: SearchQuery): Promise<SearchPage> {
  const found = await sql<Counted>`
    select ${columns}, 0 as total from instruments i
    where i.class = any(${query.classes}) and (${query.region}::text is null or i.region = ${query.region})
    order by i.liquidity desc, i.code, i.id limit ${query.size} offset ${(query.page - 1) * query.size}
  `.execute(ctx.postgres.db)
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from instruments i
    where i.class = any(${query.classes}) and (${query.region}::text is null or i.region = ${query.region})
  `.execute(ctx.postgres.db)
  return { content: found.rows.map(toInstrument), totalElements: Number(counted.rows[0]?.total ?? 0) }
}

async function ranked(ctx: Platform, query: SearchQuery): Promise<SearchPage> {
  const lookup = lookupOf(query.text)
  const like = escapeLike(query.text)
  const words = query.text.split(/\s+/).filter((word) => word !== '')
  const parts = words.filter((word) => word.length >= 3).map((word) => `%${escapeLike(word)}%`)
  const isChinese = /[\u3400-\u9fff]/.test(query.text)
  const filter = sql`class = any(${query.classes}) and (${query.region}::text is null or region = ${query.region})`
  const best = sql`order by liquidity desc, id limit ${stageMax}`
  const holdsAll = sql.join(
    parts.map((part) => sql`search_text like ${part}`),
    sql` and `,
  )
  const rank = sql`id, home, liquidity, code`
  const stages = [
    sql`(select ${rank}, 0 as stage from instruments where lookup = ${lookup} and ${filter} limit 500)`,
    sql`(select ${rank}, 1 as stage from instruments where lookup like ${`${escapeLike(lookup)}%`} and ${filter} ${best})`,
    sql`(select ${rank}, 2 as stage from instruments where upper(name) like ${`${like}%`} and ${filter} ${best})`,
  ]
  if (isChinese) {
    stages.push(sql`(select ${rank}, 3 as stage from instruments
      where (name_cn <> '' or name_hk <> '') and (name_cn like ${`%${like}%`} or name_hk like ${`%${like}%`}) and ${filter} ${best})`)
  } else if (parts.length > 0 && parts.length === words.length) {
    stages.push(sql`(select ${rank}, case when search_text ~ ${`\\m${escapeRegex(query.text)}`} then 3 else 4 end as stage from instruments
      where ${holdsAll} and ${filter} ${best})`)
  }
  const usable = lookup === '' ? stages.slice(2) : stages
  const found = await sql<Counted>`
    with hits as (${sql.join(usable, sql` union all `)}),
    best as (select ${rank}, min(stage) as stage from hits group by ${rank}),
    page as (
      select id, row_number() over (order by stage, home desc, liquidity desc, length(code), code, id) as place,
        count(*) over () as total
      from best order by place limit ${query.size} offset ${(query.page - 1) * query.size}
    )
    select ${columns}, p.total from page p join instruments i on i.id = p.id order by p.place
  `.execute(ctx.postgres.db)
  const total = Number(found.rows[0]?.total ?? 0)
  return {
    content: found.rows.map(toInstrument),
    totalElements: total === 0 && query.page > 1 ? await totalOf(ctx, query) : total,
  }
}

/** A page past the end carries no row to count by. */
async function totalOf(ctx: Platform, query: SearchQuery): Promise<number> {
  return (await ranked(ctx, { ...query, page: 1, size: 1 })).totalElements
}

/** The nearest words within one slip, else those that share enough trigrams, ranked by how many letters must change. */
async function misspelled(
  ctx: Platform,
  text: string,
  classes: readonly AssetClass[],
  region: string | null,
): Promise<Instrument[]> {
  const lettersMax = text.length <= 4 ? 1 : text.length <= 8 ? 2 : 3
  const filter = sql`i.class = any(${classes}) and (${region}::text is null or i.region = ${region})`
  const slipped = await sql<InstrumentRow>`
    select ${columns} from instruments i where i.search_text like any(${oneSlip(text)}) and ${filter}
    order by i.liquidity desc, i.id limit ${fuzzyCandidates}
  `.execute(ctx.postgres.db)
  const near = nearest(slipped.rows, text, lettersMax)
  if (near.length > 0) return near
  const rows = await ctx.postgres.transaction(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${text.length < 6 ? '0.4' : '0.38'}, true)`.execute(
      tx,
    )
    const found = await sql<InstrumentRow>`
      select ${columns} from instruments i where ${text} <% i.search_text and ${filter}
      order by word_similarity(${text}, i.search_text) desc, i.liquidity desc, i.id limit ${fuzzyCandidates}
    `.execute(tx)
    return found.rows
  })
  return nearest(rows, text, lettersMax)
}

/** Patterns of every text that is one slip away: neighbours swapped, a letter too much, missing, or another. */
function oneSlip(text: string): string[] {
  const letters = [...text]
  const before = (at: number) => letters.slice(0, at).map(escapeLike).join('')
  const after = (at: number) => letters.slice(at).map(escapeLike).join('')
  const slips = letters.flatMap((letter, at) => {
    const next = letters[at + 1]
    const swapped =
      next === undefined || next === letter ? [] : [before(at) + escapeLike(next + letter) + after(at + 2)]
    return [...swapped, before(at) + after(at + 1), `${before(at)}_${after(at + 1)}`, `${before(at)}_${after(at)}`]
  })
  return [...new Set(slips)].map((slip) => `%${slip}%`)
}

function nearest(rows: readonly InstrumentRow[], text: string, lettersMax: number): Instrument[] {
  return rows
    .map(toInstrument)
    .map((instrument) => ({ instrument, distance: distanceTo(text, instrument) }))
    .filter(({ distance }) => distance <= lettersMax)
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.instrument.home) - Number(a.instrument.home) ||
        b.instrument.liquidity - a.instrument.liquidity ||
        a.instrument.id - b.instrument.id,
    )
    .map(({ instrument }) => instrument)
}

function distanceTo(text: string, instrument: Instrument): number {
  const words = [instrument.code, ...instrument.names.en.toUpperCase().split(/[^\p{L}\p{N}]+/u)].filter(
    (word) => word !== '',
  )
  return Math.min(...words.map((word) => editDistance(text, word)))
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

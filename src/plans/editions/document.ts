import type { z } from 'zod'
import { parseMicro } from '#src/contract/money.ts'
import { isRecord } from '#src/contract/record.ts'
import { type PlanDocument, type PlanEntry, planDocumentSchema, tiers } from '#src/contract/sales/plan-document.ts'
import { coverageOf, type MarketId, marketIds } from '../market.ts'
import { compareTiers, type Tier } from '../plan.ts'

/** The tape holds this much of the past, so no plan can see the market later than that. */
const delaySecondsMax = 1_200
/** The plan of every new account. */
const freePlan = 'integrated-free'

export type ReadDocument = { kind: 'ok'; document: PlanDocument } | { kind: 'refused'; problems: string[] }

/** The plans of a file. `problems`: a sentence for each mistake, which names the plan and the field. */
export function readDocument(json: unknown): ReadDocument {
  const read = planDocumentSchema.safeParse(json)
  if (!read.success) return { kind: 'refused', problems: read.error.issues.flatMap((issue) => sentences(issue, json)) }
  const problems = documentProblems(read.data)
  return problems.length === 0 ? { kind: 'ok', document: read.data } : { kind: 'refused', problems }
}

/** Reasons to refuse a draft, beyond its schema. */
export function documentProblems({ plans }: PlanDocument): string[] {
  const ids = plans.map(({ id }) => id)
  const repeated = [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
  return [
    ...repeated.map((id) => `${id} stands in "plans" more than once.`),
    ...(ids.includes(freePlan) ? [] : [`${freePlan} is missing: every account begins with it.`]),
    ...plans.flatMap(entryProblems),
    ...plans.flatMap((entry) => fallingPrice(entry, plans)),
  ]
}

/** Reasons to refuse its publication. */
export function publicationProblems(document: PlanDocument): string[] {
  const late = document.plans.filter(({ delaySeconds }) => delaySeconds > delaySecondsMax)
  return [
    ...documentProblems(document),
    ...late.map(
      ({ id, delaySeconds }) =>
        `${id}: "delaySeconds" is ${delaySeconds}, and live events are kept for ${delaySecondsMax} seconds only.`,
    ),
  ]
}

/** Market and tier of a plan's id; null where either is unknown. */
function placeOf(id: string): { market: MarketId; tier: Tier } | null {
  const tier = tiers.find((name) => id.endsWith(`-${name}`))
  const market = tier && marketIds.find((name) => `${name}-${tier}` === id)
  return tier && market ? { market, tier } : null
}

function entryProblems(entry: PlanEntry): string[] {
  const { id, price, classes, features } = entry
  const place = placeOf(id)
  if (!place || (place.tier === 'free' && id !== freePlan)) return [`${id} is not a plan that this product knows.`]
  const covered = coverageOf(place.market).map((one) => one.class)
  const foreign = classes.filter((name) => !covered.includes(name))
  return [
    ...priceProblems(id, place.tier, price),
    ...foreign.map((name) => `${id}: "classes" names ${name}, which its market does not cover.`),
    ...twice(classes).map((name) => `${id}: "classes" names ${name} more than once.`),
    ...twice(features).map((name) => `${id}: "features" names ${name} more than once.`),
  ]
}

function priceProblems(id: string, tier: Tier, price: string | null): string[] {
  const amount = price === null ? null : parseMicro(price)
  if (tier === 'enterprise')
    return price === null ? [] : [`${id}: "price" must be null; the operator grants this plan.`]
  if (tier === 'free') return amount === 0n ? [] : [`${id}: "price" must be "0.00".`]
  return amount !== null && amount > 0n ? [] : [`${id}: "price" must be above zero.`]
}

/** With a cheaper higher tier, an upgrade would cost less than nothing. */
function fallingPrice({ id, price }: PlanEntry, plans: readonly PlanEntry[]): string[] {
  const place = placeOf(id)
  const amount = parseMicro(price ?? '')
  if (!place || amount === null) return []
  return plans.flatMap((other) => {
    const lower = placeOf(other.id)
    const theirs = parseMicro(other.price ?? '')
    const isLower = lower?.market === place.market && compareTiers(lower.tier, place.tier) < 0
    return isLower && theirs !== null && theirs > amount ? [`${id}: "price" is below that of ${other.id}.`] : []
  })
}

function twice<T>(names: readonly T[]): T[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** `integrated-base: "price" must be an amount …`. An unknown field is named itself, not only its object. */
function sentences(issue: z.core.$ZodIssue, json: unknown): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${placeIn(json, issue.path)}"${key}" is not a field of it.`)
  const field = issue.path.filter((part) => typeof part === 'string' && part !== 'plans').join('.')
  const where = placeIn(json, issue.path)
  const words = issue.message.startsWith('must') ? issue.message : `is wrong: ${issue.message}`
  return [`${where}${field === '' ? 'the document' : `"${field}"`} ${words}.`]
}

/** The plan that a path leads into, by its id, or by its place in the list where it has none. */
function placeIn(json: unknown, [list, index]: readonly PropertyKey[]): string {
  if (list !== 'plans' || typeof index !== 'number') return ''
  const entry: unknown = isRecord(json) && Array.isArray(json.plans) ? json.plans[index] : undefined
  return `${isRecord(entry) && typeof entry.id === 'string' ? entry.id : `plan ${index + 1}`}: `
}

/** A file to edit and compare: one line for each plan. */
export function documentText({ plans, ...terms }: PlanDocument): string {
  const lines = plans.map((entry) => `    ${JSON.stringify(entry)}`)
  const head = JSON.stringify(terms, null, 2).slice(0, -2)
  return `${head},\n  "plans": [\n${lines.join(',\n')}\n  ]\n}`
}

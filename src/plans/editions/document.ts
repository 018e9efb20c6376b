import type { z } from 'zod'
import { isProblemName, type Problem, problemOf } from '#src/contract/errors.ts'
import { locales } from '#src/contract/locale.ts'
import { parseMicro } from '#src/contract/money.ts'
import { isRecord } from '#src/contract/record.ts'
import {
  languagesWithout,
  type OwnNames,
  type PlanDocument,
  type PlanEntry,
  planDocumentSchema,
} from '#src/contract/sales/plan-document.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import { coverageOf, type MarketId, marketIds } from '../market.ts'
import { compareTiers, type Tier } from '../plan.ts'

/** The tape keeps events for this many seconds, so no plan can delay data by more. */
const delaySecondsMax = 1_200
/** The plan of every new account. */
const freePlan = 'integrated-free'

export type ReadDocument = { kind: 'ok'; document: PlanDocument } | { kind: 'refused'; problems: Problem[] }

export function readDocument(json: unknown): ReadDocument {
  const read = planDocumentSchema.safeParse(json)
  if (!read.success)
    return { kind: 'refused', problems: read.error.issues.flatMap((issue) => issueProblems(issue, json)) }
  const problems = documentProblems(read.data)
  return problems.length === 0 ? { kind: 'ok', document: read.data } : { kind: 'refused', problems }
}

/** Reasons to refuse a draft, beyond its schema. */
export function documentProblems({ plans }: PlanDocument): Problem[] {
  const ids = plans.map(({ id }) => id)
  return [
    ...twice(ids).map((plan) => problemOf('plan_twice', { plan })),
    ...(ids.includes(freePlan) ? [] : [problemOf('plan_missing', { plan: freePlan })]),
    ...plans.flatMap(entryProblems),
    ...plans.flatMap((entry) => fallingPrice(entry, plans)),
  ]
}

export function publicationProblems(document: PlanDocument): Problem[] {
  const late = document.plans.filter(({ delaySeconds }) => delaySeconds > delaySecondsMax)
  return [
    ...documentProblems(document),
    ...untranslatedNames(document),
    ...late.map(({ id, delaySeconds }) =>
      problemOf('delay_too_long', { place: locationOf(id, 'delaySeconds'), delay: delaySeconds, max: delaySecondsMax }),
    ),
  ]
}

/**
 * Refuses an operator's name that lacks a language: in that language, standard names would appear among the operator's
 * names.
 */
function untranslatedNames({ plans, tierNames = {} }: PlanDocument): Problem[] {
  const named: (readonly [string, OwnNames | undefined])[] = [
    ...tiers.map((tier) => [tier, tierNames[tier]] as const),
    ...plans.map(({ id, names }) => [id, names] as const),
  ]
  return named.flatMap(([place, names]) => {
    const missing = names === undefined ? [] : languagesWithout(names)
    const isOwn = missing.length < locales.length
    return isOwn ? missing.map((language) => problemOf('name_untranslated', { place, language })) : []
  })
}

function soldAs(id: string): { market: MarketId; tier: Tier } | null {
  const tier = tiers.find((name) => id.endsWith(`-${name}`))
  const market = tier && marketIds.find((name) => `${name}-${tier}` === id)
  return tier && market ? { market, tier } : null
}

function entryProblems(entry: PlanEntry): Problem[] {
  const { id, price, classes, features } = entry
  const sold = soldAs(id)
  if (!sold || (sold.tier === 'free' && id !== freePlan)) return [problemOf('plan_unknown', { plan: id })]
  const covered = coverageOf(sold.market).map((one) => one.class)
  const foreign = classes.filter((name) => !covered.includes(name))
  const repeated = (field: 'classes' | 'features', names: readonly string[]) =>
    twice(names).map((value) => problemOf('value_twice', { place: locationOf(id, field), value }))
  return [
    ...priceProblems(id, sold.tier, price),
    ...foreign.map((name) => problemOf('class_foreign', { place: locationOf(id, 'classes'), class: name })),
    ...repeated('classes', classes),
    ...repeated('features', features),
  ]
}

function priceProblems(id: string, tier: Tier, price: string | null): Problem[] {
  const amount = price === null ? null : parseMicro(price)
  const location = locationOf(id, 'price')
  if (tier === 'enterprise') return price === null ? [] : [problemOf('price_not_null', { place: location })]
  if (tier === 'free') return amount === 0n ? [] : [problemOf('price_not_free', { place: location })]
  return amount !== null && amount > 0n ? [] : [problemOf('price_not_positive', { place: location })]
}

/** Refuses a higher tier that is cheaper than a lower tier, since an upgrade would have a negative price. */
function fallingPrice({ id, price }: PlanEntry, plans: readonly PlanEntry[]): Problem[] {
  const sold = soldAs(id)
  const amount = parseMicro(price ?? '')
  if (!sold || amount === null) return []
  return plans.flatMap((other) => {
    const lower = soldAs(other.id)
    const theirs = parseMicro(other.price ?? '')
    const isLower = lower?.market === sold.market && compareTiers(lower.tier, sold.tier) < 0
    const falls = isLower && theirs !== null && theirs > amount
    return falls ? [problemOf('price_falls', { place: locationOf(id, 'price'), other: other.id })] : []
  })
}

function twice<T>(names: readonly T[]): T[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** Names an unknown field itself, not only the object that has it. */
function issueProblems(issue: z.core.$ZodIssue, json: unknown): Problem[] {
  const owner = ownerIn(json, issue.path)
  const fields = issue.path.filter((part) => typeof part === 'string').slice(owner === '' ? 0 : 1)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => problemOf('unknown_field', { place: locationOf(owner, [...fields, key].join('.')) }))
  if (issue.path.length === 0) return [problemOf('not_a_document')]
  const location = locationOf(owner, fields.join('.'))
  if (valueAt(json, issue.path) === undefined) return [problemOf('missing_field', { place: location })]
  return [{ name: nameOf(issue), values: { place: location, ...valuesOf(issue) } }]
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value instanceof Object ? Reflect.get(value, part) : undefined), json)
}

function nameOf({ message }: z.core.$ZodIssue): Problem['name'] {
  return isProblemName(message) ? message : 'wrong_type'
}

function valuesOf(issue: z.core.$ZodIssue): Problem['values'] {
  switch (issue.code) {
    case 'too_small':
      return { min: Number(issue.minimum) }
    case 'too_big':
      return { max: Number(issue.maximum) }
    case 'invalid_value':
      return { allowed: issue.values.join(', ') }
    case 'invalid_type':
      return { type: issue.expected }
    default:
      return { type: 'object' }
  }
}

/** The location as text: `integrated-base: "price"`. An empty owner or field is left out. */
function locationOf(owner: string, field: string): string {
  return [owner, field && `"${field}"`].filter((part) => part !== '').join(': ')
}

/**
 * The plan that a path points to: its id, or its index in the list if it has no id. '' if the path points to no plan.
 */
function ownerIn(json: unknown, [list, index]: readonly PropertyKey[]): string {
  if (list !== 'plans' || typeof index !== 'number') return ''
  const entry: unknown = isRecord(json) && Array.isArray(json.plans) ? json.plans[index] : undefined
  return isRecord(entry) && typeof entry.id === 'string' ? entry.id : `plans[${index}]`
}

/** The document as text to edit and compare, with one line for each plan. */
export function documentText({ plans, ...terms }: PlanDocument): string {
  const lines = plans.map((entry) => `    ${JSON.stringify(entry)}`)
  const head = JSON.stringify(terms, null, 2).slice(0, -2)
  return `${head},\n  "plans": [\n${lines.join(',\n')}\n  ]\n}`
}

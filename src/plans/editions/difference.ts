import type { PlanDocument, PlanEntry } from '#src/contract/sales/plan-document.ts'

/** A difference of two editions. `plan` null: all plans. A new plan has no `before`, a removed plan no `after`. */
export type Difference = { plan: string | null; field: string; before?: unknown; after?: unknown }

/** All differences between two editions: first the terms, then each plan. The order of plans and lists is ignored. */
export function differencesOf(before: PlanDocument, after: PlanDocument): Difference[] {
  const { plans: oldPlans, ...oldTerms } = before
  const { plans: newPlans, ...newTerms } = after
  const known = new Map(oldPlans.map((entry) => [entry.id, entry]))
  const kept = new Set(newPlans.map(({ id }) => id))
  return [
    ...compared(null, flat(oldTerms), flat(newTerms)),
    ...newPlans.flatMap((entry) => plan(known.get(entry.id), entry)),
    ...oldPlans.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ plan: id, field: 'plan', before: id })),
  ]
}

function plan(before: PlanEntry | undefined, after: PlanEntry): Difference[] {
  return before ? compared(after.id, flat(before), flat(after)) : [{ plan: after.id, field: 'plan', after: after.id }]
}

function compared(
  id: string | null,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Difference[] {
  const fields = new Set([...after.keys(), ...before.keys()])
  return [...fields].flatMap((field) => {
    const [was, is] = [before.get(field), after.get(field)]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ plan: id, field, before: was, after: is }]
  })
}

/** Flattens nested fields: `periods.quarter.saving` → 5. */
function flat(record: object, path = ''): Map<string, unknown> {
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[path + name, [...value].sort()]]
    if (value !== null && typeof value === 'object') return [...flat(value, `${path}${name}.`)]
    return [[path + name, value]]
  })
  return new Map(entries)
}

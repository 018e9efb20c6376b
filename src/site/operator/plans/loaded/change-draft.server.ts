import type { ActionFunctionArgs } from 'react-router'
import { locales } from '#src/contract/locale.ts'
import type { OwnNames, PlanDocument } from '#src/contract/sales/plan-document.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import { type Invoked, invoke, send } from '../../../page/invoke.server.ts'
import type { Said } from '../../acts/console-action.server.ts'

const limits = ['perMinute', 'sockets', 'subscriptions', 'delaySeconds', 'historyDays'] as const
const periods = ['month', 'quarter', 'half-year', 'year'] as const

/** Changes one plan of the draft. */
export function changePlan(said: Said, args: ActionFunctionArgs): Promise<Invoked<unknown>> {
  const id = said.text('on')
  const changes = {
    ...Object.fromEntries(limits.map((name) => [name, said.number(name)])),
    price: priceIn(said.text('price')),
    names: namesIn(said, 'name'),
  }
  return change(said, args, ({ plans, ...terms }) => ({
    ...terms,
    plans: plans.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
  }))
}

/** Changes the terms of all plans: the newcomers' discount and the savings of longer periods. */
export function changeTerms(said: Said, args: ActionFunctionArgs): Promise<Invoked<unknown>> {
  return change(said, args, (document) => ({
    ...document,
    newcomerDiscount: said.number('newcomerDiscount'),
    periods: Object.fromEntries(periods.map((period) => [period, { saving: said.number(period) }])),
  }))
}

export function changeTierNames(said: Said, args: ActionFunctionArgs): Promise<Invoked<unknown>> {
  const own = tiers.flatMap((tier) => {
    const names = namesIn(said, tier)
    return names ? [[tier, names] as const] : []
  })
  const tierNames = own.length > 0 ? Object.fromEntries(own) : undefined
  return change(said, args, (document) => ({ ...document, tierNames }))
}

/** The names in the fields `<prefix>-<language>`; undefined when all are empty. */
function namesIn(said: Said, prefix: string): OwnNames | undefined {
  const given = locales.flatMap((locale) => {
    const name = said.text(`${prefix}-${locale}`)
    return name === '' ? [] : [[locale, name] as const]
  })
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/**
 * Changes the draft by `work`; without a draft, makes one from the published edition. The call refuses a form that is
 * older than the plans, so that an editor overwrites no unseen change.
 */
async function change(
  said: Said,
  args: ActionFunctionArgs,
  work: (document: PlanDocument) => object,
): Promise<Invoked<unknown>> {
  const read = await invoke(args, 'GET /api/operator/plans', {})
  if (!read.ok) return read
  const { draft, published } = read.data
  const body = { version: said.number('version'), document: work((draft ?? published).document) }
  return send(args, 'POST /api/operator/plans/draft', { body })
}

/**
 * Writes a typed price (`219`, `219.5`) with two decimals, as plan documents do. Other text is returned unchanged; null
 * for an empty field.
 */
function priceIn(text: string): string | null {
  if (text === '') return null
  const [, whole, tenths] = /^(\d+)(?:\.(\d))?$/.exec(text) ?? []
  return whole === undefined ? text : `${whole}.${tenths ?? '0'}0`
}

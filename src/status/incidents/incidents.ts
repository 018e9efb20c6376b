import { refuse } from '#src/contract/errors.ts'
import { locales } from '#src/contract/locale.ts'
import {
  type IncidentImpact,
  type IncidentStage,
  incidentTextMax,
  incidentTitleMax,
  type StatusIncident,
  type Texts,
} from '#src/contract/status/status.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { componentsOf, statusChannel } from '../components/component.ts'
import * as store from './incident-store.ts'

export type OpenIncident = {
  impact: IncidentImpact
  components: readonly string[]
  titles: Texts
  /** The texts of the first update. */
  texts: Texts
}

/** `impact` and `components`: null means no change. */
export type UpdateIncident = {
  id: number
  stage: Exclude<IncidentStage, 'resolved'>
  texts: Texts
  impact: IncidentImpact | null
  components: readonly string[] | null
}

/**
 * Publishes an incident on the status page. Titles and texts need at least one language. Readers of other languages
 * get English, or else any language that exists.
 */
export async function openIncident(ctx: Platform, actor: Actor, input: OpenIncident): Promise<number> {
  const by = await requireStaff(ctx, actor, 'status.open')
  const { impact } = input
  const components = readComponents(ctx, input.components)
  const titles = readTexts(input.titles, 'title', incidentTitleMax)
  const texts = readTexts(input.texts, 'text', incidentTextMax)
  const at = ctx.clock.now()
  const stage = 'investigating'
  return ctx.postgres.transaction(async (tx) => {
    const id = await store.insertIncident(tx, { impact, components, titles }, at)
    await store.insertUpdate(tx, id, { at, stage, texts })
    await ctx.postgres.audit(tx, by, 'status.open', `incident ${id}`, { impact, components, titles, texts })
    await notifyChange(ctx, tx)
    return id
  })
}

/** Adds an update to an open incident; 409 `conflict` if it is resolved. */
export async function updateIncident(ctx: Platform, actor: Actor, input: UpdateIncident): Promise<void> {
  const by = await requireStaff(ctx, actor, 'status.update')
  const { id, stage } = input
  const texts = readTexts(input.texts, 'text', incidentTextMax)
  const requested = input.components && readComponents(ctx, input.components)
  await ctx.postgres.transaction(async (tx) => {
    const { impact: before, components: own } = await lockOpen(tx, id)
    const change = { impact: input.impact ?? before, components: requested ?? own }
    await store.changeIncident(tx, { id, ...change, resolvedAt: null })
    await store.insertUpdate(tx, id, { at: ctx.clock.now(), stage, texts })
    await ctx.postgres.audit(tx, by, 'status.update', `incident ${id}`, { stage, ...change, texts })
    await notifyChange(ctx, tx)
  })
}

/** Resolves an incident with a last update. The incident stays on the page for 90 days. */
export async function resolveIncident(ctx: Platform, actor: Actor, input: { id: number; texts: Texts }): Promise<void> {
  const by = await requireStaff(ctx, actor, 'status.resolve')
  const { id } = input
  const texts = readTexts(input.texts, 'text', incidentTextMax)
  await ctx.postgres.transaction(async (tx) => {
    const { impact, components } = await lockOpen(tx, id)
    const at = ctx.clock.now()
    await store.changeIncident(tx, { id, impact, components, resolvedAt: at })
    await store.insertUpdate(tx, id, { at, stage: 'resolved', texts })
    await ctx.postgres.audit(tx, by, 'status.resolve', `incident ${id}`, { texts })
    await notifyChange(ctx, tx)
  })
}

/** The newest 100 incidents, including resolved ones, newest first. */
export async function listIncidents(ctx: Platform, actor: Actor): Promise<StatusIncident[]> {
  await requireStaff(ctx, actor, 'status.list')
  return store.newestIncidents(ctx.postgres.db)
}

async function lockOpen(tx: Tx, id: number): Promise<Omit<StatusIncident, 'updates'>> {
  const incident = await store.lockIncident(tx, id)
  if (!incident) throw refuse('not_found')
  if (incident.resolvedAt !== null) throw refuse('conflict')
  return incident
}

async function notifyChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, statusChannel, {})
}

function readComponents(ctx: Platform, requested: readonly string[]): string[] {
  const known = componentsOf(ctx)
  if (requested.length === 0) throw refuse('missing_parameter', { param: 'components' })
  if (requested.some((name) => !known.includes(name))) throw refuse('invalid_parameter', { param: 'components' })
  return known.filter((name) => requested.includes(name))
}

/** Validates texts. A refusal names the wrong text, such as `text-zh-HK`, or `<what>-en-US` if all are missing. */
function readTexts(texts: Texts, what: 'title' | 'text', charactersMax: number): Texts {
  const written = locales.flatMap((locale) => {
    const text = texts[locale]?.trim() ?? ''
    const isWrong = text.length > charactersMax || text.includes('\0') || (what === 'title' && text.includes('\n'))
    if (isWrong) throw refuse('invalid_parameter', { param: `${what}-${locale}` })
    return text === '' ? [] : [[locale, text] as const]
  })
  if (written.length === 0) throw refuse('missing_parameter', { param: `${what}-${locales[0]}` })
  return Object.fromEntries(written)
}

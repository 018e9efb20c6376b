import { type Locale, perLocale } from '#src/contract/locale.ts'
import {
  type ListedIncident,
  listIncidentsRoute,
  openIncidentRoute,
  resolveIncidentRoute,
  updateIncidentRoute,
} from '#src/contract/operator/content/incidents.ts'
import type { StatusIncident, Texts } from '#src/contract/status/status.ts'
import type { Api } from '#src/platform/http/api.ts'
import { componentsOf } from '../components/component.ts'
import { listIncidents, openIncident, resolveIncident, updateIncident } from './incidents.ts'

export function mountIncidents(api: Api): void {
  api.handle(listIncidentsRoute, async (ctx, { actor }) => {
    const incidents = await listIncidents(ctx, actor)
    return { incidents: incidents.map(present), components: componentsOf(ctx) }
  })
  api.handle(openIncidentRoute, async (ctx, { actor, body }) => {
    const { impact, components } = body
    const titles = perLocale((locale) => body[`title-${locale}`])
    return { id: await openIncident(ctx, actor, { impact, components, titles, texts: textsOf(body) }) }
  })
  api.handle(updateIncidentRoute, async (ctx, { actor, params, body }) => {
    const { stage, impact, components } = body
    await updateIncident(ctx, actor, { id: params.id, stage, impact, components, texts: textsOf(body) })
  })
  api.handle(resolveIncidentRoute, (ctx, { actor, params, body }) =>
    resolveIncident(ctx, actor, { id: params.id, texts: textsOf(body) }),
  )
}

function textsOf(body: Record<`text-${Locale}`, string>): Texts {
  return perLocale((locale) => body[`text-${locale}`])
}

function present({ components, titles, updates, ...incident }: StatusIncident): ListedIncident {
  return {
    ...incident,
    components: [...components],
    titles: { ...titles },
    updates: updates.map(({ texts, ...update }) => ({ ...update, texts: { ...texts } })),
  }
}

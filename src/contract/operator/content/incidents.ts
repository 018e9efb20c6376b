import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { locales, perLocaleNamed } from '../../locale.ts'
import { defineRoute } from '../../route.ts'
import { incidentImpacts, incidentStages } from '../../status/status.ts'
import { staffErrors } from '../console.ts'

const texts = z.partialRecord(z.enum(locales), z.string()).describe('the languages that the operator wrote')

const incident = z.object({
  id: z.number(),
  impact: z.enum(incidentImpacts),
  components: z.array(z.string()),
  titles: texts,
  openedAt: z.number().describe('ms'),
  resolvedAt: z.number().nullable().describe('ms; null: open'),
  updates: z
    .array(z.object({ at: z.number().describe('ms'), stage: z.enum(incidentStages), texts }))
    .describe('newest first'),
})
export type ListedIncident = z.infer<typeof incident>

export const listIncidentsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/incidents',
  summary: 'The newest 100 incidents of the status page, and the components that an incident can concern',
  auth: 'staff',
  verb: 'status.list',
  data: z.object({ incidents: z.array(incident), components: z.array(z.string()) }),
  errors: staffErrors,
})

const components = z.array(z.string().max(100)).max(100)
const titles = perLocaleNamed('title-', () => z.string().default(''))
const updateTexts = perLocaleNamed('text-', () => z.string().default(''))
const id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const errors = [...staffErrors, 'missing_parameter', 'invalid_parameter'] as const

export const openIncidentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/incidents',
  summary: 'Puts an incident on the status page, with its first update; one language is enough',
  auth: 'staff',
  verb: 'status.open',
  body: z.object({ impact: z.enum(incidentImpacts), components, ...titles, ...updateTexts }),
  data: z.object({ id: z.number() }),
  errors,
})

export const updateIncidentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/incidents/{id}/update',
  summary: 'Adds an update to an open incident, and changes its impact or components if the body contains them',
  auth: 'staff',
  verb: 'status.update',
  params: id,
  body: z.object({
    stage: z.enum(incidentStages).exclude(['resolved']),
    impact: z.enum(incidentImpacts).nullable().default(null),
    components: components.nullable().default(null),
    ...updateTexts,
  }),
  data: nothing,
  errors: [...errors, 'conflict'],
})

export const resolveIncidentRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/incidents/{id}/resolve',
  summary: 'Ends an incident with a last update; it stays on the page for 90 days',
  auth: 'staff',
  verb: 'status.resolve',
  params: id,
  body: z.object(updateTexts),
  data: nothing,
  errors: [...errors, 'conflict'],
})

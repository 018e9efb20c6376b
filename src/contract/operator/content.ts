import { z } from 'zod'
import { noBody, nothing } from '../account/shapes.ts'
import { defineRoute } from '../route.ts'
import { announcementLevels, announcementStates, audiences } from '../values/announcement.ts'
import { staffErrors } from './console.ts'

const texts = z.object({ 'en-US': z.string(), 'zh-CN': z.string(), 'zh-HK': z.string() })
const audience = z.enum(audiences)
const level = z.enum(announcementLevels)

const announcement = z.object({
  id: z.number(),
  texts,
  level,
  audience,
  planIds: z.array(z.string()).nullable().describe('null: not for single plans'),
  isPublic: z.boolean().describe('strangers read it too'),
  startsAt: z.number().describe('ms'),
  endsAt: z.number().nullable().describe('ms; null: until it is ended'),
  endedAt: z.number().nullable().describe('ms'),
  state: z.enum(announcementStates),
})
export type ListedAnnouncement = z.infer<typeof announcement>

const soldPlan = z.object({ id: z.string(), name: z.string().describe("in the caller's language") })
export type SoldPlan = z.infer<typeof soldPlan>

export const listAnnouncementsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/announcements',
  summary: 'The newest 200 announcements, and the plans that one may be meant for',
  auth: 'staff',
  data: z.object({ announcements: z.array(announcement), plans: z.array(soldPlan) }),
  errors: staffErrors,
})

/** A time without an offset is UTC. */
const time = z.iso
  .datetime({ local: true, offset: true })
  .transform((text) => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`))

export const addAnnouncementRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/announcements',
  summary: 'Shows a line at the top of account pages, and of public pages too where it is for strangers',
  auth: 'staff',
  body: texts.extend({
    level: level.default('info'),
    audience: audience.default('all'),
    plans: z.array(z.string().max(100)).max(200).nullable().default(null),
    public: z.boolean().default(false),
    from: time.nullable().default(null).describe('ISO 8601; null: now'),
    until: time.nullable().default(null).describe('ISO 8601; null: until it is ended'),
  }),
  data: z.object({ id: z.number() }),
  errors: [...staffErrors, 'missing_parameter', 'invalid_parameter'],
})

export const endAnnouncementRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/announcements/{id}/end',
  summary: 'Takes an announcement away at once, or before it begins',
  auth: 'staff',
  params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})

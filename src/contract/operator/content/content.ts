import { z } from 'zod'
import { noBody, nothing } from '../../account/shapes.ts'
import { locales, perLocale } from '../../locale.ts'
import { defineRoute } from '../../route.ts'
import { announcementLevels, announcementStates, audiences } from '../../values/announcement.ts'
import { textFaults } from '../../values/own-text.ts'
import { staffErrors } from '../console.ts'

const texts = z.object(perLocale(() => z.string()))
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
  verb: 'announcement.list',
  data: z.object({ announcements: z.array(announcement), plans: z.array(soldPlan) }),
  errors: staffErrors,
})

/** A time in ISO 8601; without an offset it is UTC. */
const time = z.iso
  .datetime({ local: true, offset: true })
  .transform((text) => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`))

export const addAnnouncementRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/announcements',
  summary: 'Shows a line at the top of account pages, and of public pages too where it is for strangers',
  auth: 'staff',
  verb: 'announcement.add',
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
  verb: 'announcement.end',
  params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})

const textFile = z.object({
  path: z.string().describe('below the folder, such as en-US/terms.md'),
  changedAt: z.number().describe('ms'),
  faults: z
    .array(z.object({ name: z.enum(textFaults), at: z.string() }))
    .describe('with any, the site does not use the file'),
})
export type TextFile = z.infer<typeof textFile>

export const listTextsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/texts',
  summary: "The operator's own texts in CONTENT_DIR, with what is wrong with each",
  auth: 'staff',
  verb: 'content.read',
  data: z.object({
    folder: z.string().nullable().describe('null: CONTENT_DIR is not set'),
    files: z.array(textFile).nullable().describe('null: the folder cannot be read'),
  }),
  errors: staffErrors,
})
export type OwnTextList = z.infer<typeof listTextsRoute.data>

export const readTextRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/texts/source',
  summary: 'One of these texts: the file, and its parts where nothing is wrong with it',
  auth: 'staff',
  verb: 'content.read',
  query: z.object({ path: z.string().max(300) }),
  data: textFile.extend({
    source: z.string(),
    text: z
      .object({
        locale: z.enum(locales),
        kind: z.enum(['page', 'blog']),
        slug: z.string(),
        title: z.string(),
        description: z.string(),
        keywords: z.string(),
        date: z.string().nullable(),
        body: z.string(),
      })
      .nullable(),
  }),
  errors: staffErrors,
})
export type ReadText = z.infer<typeof readTextRoute.data>

import { z } from 'zod'
import { noBody, nothing } from '../../account/shapes.ts'
import { locales, perLocale } from '../../locale.ts'
import { defineRoute } from '../../route.ts'
import { announcementLevels, announcementStates, audiences } from '../../values/announcement.ts'
import { textFaults } from '../../values/own-text.ts'
import { staffErrors } from '../console.ts'

const texts = z.object(perLocale(() => z.string().describe('empty: the text of another language is shown')))
const audience = z.enum(audiences)
const level = z.enum(announcementLevels)

const announcement = z.object({
  id: z.number(),
  texts,
  level,
  audience,
  planIds: z.array(z.string()).nullable().describe('null: not for single plans'),
  isPublic: z.boolean().describe('whether visitors without an account also see the announcement'),
  startsAt: z.number().describe('ms'),
  endsAt: z.number().nullable().describe('ms; null: until a person ends the announcement'),
  endedAt: z.number().nullable().describe('ms'),
  state: z.enum(announcementStates),
})
export type ListedAnnouncement = z.infer<typeof announcement>

const soldPlan = z.object({ id: z.string(), name: z.string().describe("in the caller's language") })
export type SoldPlan = z.infer<typeof soldPlan>

export const listAnnouncementsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/announcements',
  summary: 'The newest 200 announcements, and the plans to which an announcement can be restricted',
  auth: 'staff',
  verb: 'announcement.list',
  data: z.object({ announcements: z.array(announcement), plans: z.array(soldPlan) }),
  errors: staffErrors,
})

/** A time in ISO 8601; without an offset it is UTC. */
const time = z.iso
  .datetime({ local: true, offset: true })
  .transform((text) => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`))

const announced = z.object(perLocale(() => z.string().default(''))).extend({
  level: level.default('info'),
  audience: audience.default('all'),
  plans: z.array(z.string().max(100)).max(200).nullable().default(null),
  public: z.boolean().default(false),
  from: time.nullable().default(null).describe('ISO 8601; null: now, or the previous time'),
  until: time.nullable().default(null).describe('ISO 8601; null: until a person ends the announcement'),
})
const announcementId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

export const addAnnouncementRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/announcements',
  summary: 'Shows a line at the top of account pages, and of public pages if it is public. One language is enough',
  auth: 'staff',
  verb: 'announcement.add',
  body: announced,
  data: z.object({ id: z.number() }),
  errors: [...staffErrors, 'missing_parameter', 'invalid_parameter'],
})

export const editAnnouncementRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/announcements/{id}/edit',
  summary: 'Replaces an announcement that is not over',
  auth: 'staff',
  verb: 'announcement.add',
  params: announcementId,
  body: announced,
  data: nothing,
  errors: [...staffErrors, 'conflict', 'missing_parameter', 'invalid_parameter'],
})

export const endAnnouncementRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/announcements/{id}/end',
  summary: 'Ends an announcement at once, or cancels it before its beginning',
  auth: 'staff',
  verb: 'announcement.end',
  params: announcementId,
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})

const textFile = z.object({
  path: z.string().describe('below the folder, such as en-US/terms.md'),
  changedAt: z.number().describe('ms'),
  faults: z
    .array(z.object({ name: z.enum(textFaults), at: z.string() }))
    .describe('a file with any fault is not used by the site'),
})
export type TextFile = z.infer<typeof textFile>

export const listTextsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/texts',
  summary: "The operator's own texts in CONTENT_DIR, with the faults of each text",
  auth: 'staff',
  verb: 'content.read',
  data: z.object({
    folder: z.string().nullable().describe('null: CONTENT_DIR is not set'),
    files: z.array(textFile).nullable().describe('null: the folder cannot be read'),
    edited: z
      .array(z.object({ path: z.string(), number: z.number(), savedAt: z.number(), isShown: z.boolean() }))
      .describe('texts that were edited in the console, with their newest version'),
    untranslated: z
      .array(z.object({ path: z.string(), texts: z.array(z.string()) }))
      .nullable()
      .describe(
        "texts that are the operator's own in another language and the standard text in this one; `texts`: the keys of a page's words. null: not known",
      ),
  }),
  errors: staffErrors,
})
export type OwnTextList = z.infer<typeof listTextsRoute.data>

export const readTextRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/texts/source',
  summary: 'One of these texts: the file, and its parts if it has no fault',
  auth: 'staff',
  verb: 'content.read',
  query: z.object({ path: z.string().max(300) }),
  data: textFile.extend({
    source: z.string(),
    text: z
      .object({
        locale: z.enum(locales),
        kind: z.enum(['page', 'blog', 'docs', 'words']),
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

const textPath = z.string().min(1).max(300)
/** One line of the head of a text. */
const headLine = z
  .string()
  .trim()
  .max(400)
  .regex(/^[^\r\n\0]*$/)
const textParts = z.object({
  title: headLine,
  description: headLine,
  keywords: headLine,
  date: headLine.describe('such as 2026-12-01; empty where the text has none'),
  body: z.string().max(200_000).describe('Markdown'),
})
export type TextParts = z.infer<typeof textParts>

const textVersion = textParts.extend({
  number: z.number(),
  savedAt: z.number().describe('ms'),
  publishedAt: z.number().nullable().describe('ms'),
  isShown: z.boolean(),
})
export type TextVersion = z.infer<typeof textVersion>

export const textVersionsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/texts/versions',
  summary: 'The last 50 versions of a text that was edited in the console, newest first',
  auth: 'staff',
  verb: 'content.read',
  query: z.object({ path: textPath }),
  data: z.array(textVersion),
  errors: staffErrors,
})

export const standardTextRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/texts/standard',
  summary:
    "The texts of a page, such as en-US/words/home.md: each in the operator's newest words, or else the standard one",
  auth: 'staff',
  verb: 'content.read',
  query: z.object({ path: textPath }),
  data: textParts,
  errors: [...staffErrors, 'not_found'],
})

export const keepTextRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/texts/keep',
  summary: 'Saves the next version of a text. Customers see it once it is published',
  auth: 'staff',
  verb: 'content.keep',
  body: textParts.extend({
    path: textPath,
    number: z.number().int().min(0).describe('the newest version that was read; 0: none'),
  }),
  data: z.object({ number: z.number() }),
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter'],
})

export const publishTextRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/texts/publish',
  summary: 'Shows a new or an earlier version of a text to its readers at once',
  auth: 'staff',
  verb: 'content.publish',
  body: z.object({ path: textPath, number: z.number().int().min(1) }),
  data: nothing,
  errors: [...staffErrors, 'not_found'],
})

export const withdrawTextRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/texts/withdraw',
  summary: 'Uses the file of CONTENT_DIR or the text of the product again. The versions are kept',
  auth: 'staff',
  verb: 'content.publish',
  body: z.object({ path: textPath }),
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})

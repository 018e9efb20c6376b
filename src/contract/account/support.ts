import { z } from 'zod'
import { locales } from '../locale.ts'
import { defineRoute } from '../route.ts'
import { contactMessageMax, contactNameMax } from '../site.ts'
import { isVisible } from '../values/human-name.ts'
import { humanName, nothing } from './shapes.ts'

export const contactRoute = defineRoute({
  method: 'POST',
  path: '/api/contact',
  summary: 'Sends a message to support; returns the number of the ticket',
  auth: 'none',
  body: z.object({
    name: humanName(contactNameMax),
    email: z.email().max(254),
    message: z.string().trim().max(contactMessageMax).refine(isVisible),
    verification: z.string().max(8_192).optional(),
  }),
  data: z.object({ ticket: z.string() }),
  errors: ['invalid_parameter', 'too_often', 'bot_check_required'],
})

export const versionRoute = defineRoute({
  method: 'GET',
  path: '/api/version',
  summary: 'The version of this installation',
  auth: 'none',
  data: z.object({ version: z.string() }),
  errors: [],
})

/** The clicks that are counted, under the names in existing reports (misspelling included). */
export const clickEvents = [
  'click-hearderLink-btn',
  'click-footerLink-btn',
  'click-footerOtherLink-btn',
  'click-contact-btn',
] as const
export type ClickEvent = (typeof clickEvents)[number]

export const clickSchema = z.object({
  event: z.enum(clickEvents),
  page_path: z.string().max(500),
  page_title: z.string().max(500),
  page_language: z.enum(locales),
  page_url: z.string().max(2_000),
  event_tags: z.string().max(200),
  /** Time of the click, ms UTC. */
  event_time: z.number().int(),
})
export type Click = z.infer<typeof clickSchema>

export const clickRoute = defineRoute({
  method: 'POST',
  path: '/api/events',
  summary: 'Counts a click on a link of header, footer or contact box',
  auth: 'none',
  body: clickSchema,
  data: nothing,
  errors: ['invalid_parameter', 'too_often'],
})

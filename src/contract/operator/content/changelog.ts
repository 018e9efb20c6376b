import { z } from 'zod'
import { nothing } from '../../account/shapes.ts'
import { perLocale } from '../../locale.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const texts = perLocale(() => z.string().default('').describe('one language is enough'))
const version = z.number().int().min(0)

const entry = z.object({
  id: z.number(),
  day: z.string().describe('`2026-11-23`'),
  texts: z.object(perLocale(() => z.string())).describe('Markdown; empty: the text of another language is shown'),
  isPublished: z.boolean().describe('false: a draft'),
  version,
})
export type ChangelogRow = z.infer<typeof entry>

export const listChangelogRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/changelog',
  summary: 'The entries of the page Changelog, including drafts; at most 200',
  auth: 'staff',
  verb: 'changelog.list',
  data: z.array(entry),
  errors: staffErrors,
})

const id = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const day = z.string().max(10)
const errors = [...staffErrors, 'missing_parameter', 'invalid_parameter', 'changed_meanwhile', 'conflict'] as const

export const addChangeRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/changelog',
  summary: 'Stores a new entry as a draft',
  auth: 'staff',
  verb: 'changelog.keep',
  body: z.object({ day, ...texts }),
  data: z.object({ id: z.number() }),
  errors,
})

export const editChangeRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/changelog/{id}/edit',
  summary: 'Changes an entry; customers see the change of a published entry at once',
  auth: 'staff',
  verb: 'changelog.keep',
  params: id,
  body: z.object({ version, day, ...texts }),
  data: nothing,
  errors,
})

export const publishChangeRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/changelog/{id}/publish',
  summary: 'Puts a draft on the page Changelog of the documentation',
  auth: 'staff',
  verb: 'changelog.publish',
  params: id,
  body: z.object({ version }),
  data: nothing,
  errors,
})

export const removeChangeRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/changelog/{id}/remove',
  summary: 'Deletes an entry',
  auth: 'staff',
  verb: 'changelog.remove',
  params: id,
  body: z.object({ version }),
  data: nothing,
  errors,
})

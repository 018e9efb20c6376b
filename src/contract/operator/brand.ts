import { z } from 'zod'
import { noBody, nothing } from '../account/shapes.ts'
import { brandSchema } from '../brand/brand.ts'
import { markNames } from '../brand/brand-names.ts'
import { defineRoute } from '../route.ts'
import { staffErrors } from './console.ts'

const number = z.number().int().min(0).describe('the newest edition that was read; 0: none')
const edited = brandSchema.omit({ wordmark: true, wordmarkDark: true, icon: true, iconDark: true })

const edition = z.object({
  number: z.number(),
  name: z.string(),
  savedAt: z.number().describe('ms'),
  publishedAt: z.number().nullable().describe('ms'),
  isShown: z.boolean(),
})
export type ListedBrand = z.infer<typeof edition>

export const readBrandRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/brand',
  summary: 'The newest draft of the brand, otherwise the brand in use, and the last 50 editions',
  auth: 'staff',
  verb: 'brand.read',
  data: z.object({
    number,
    draft: brandSchema,
    editions: z.array(edition).describe('the newest first'),
    isSlugFixed: z.boolean().describe('whether the name for packages was published and can no longer change'),
  }),
  errors: staffErrors,
})

export const keepBrandRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/brand/keep',
  summary: 'Saves names, contacts and accent as the next edition. Customers see it once it is published',
  auth: 'staff',
  verb: 'brand.keep',
  body: edited
    .partial()
    .extend({ number, accent: z.string().max(20).nullable().optional().describe('such as #1155cc; null: amber') }),
  data: z.object({ number: z.number() }),
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter', 'brand_invalid', 'brand_slug_fixed'],
})

export const keepBrandPictureRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/brand/picture',
  summary: 'Saves or removes a picture in the next edition. It is checked for size, scripts and contrast',
  auth: 'staff',
  verb: 'brand.keep',
  body: z.strictObject({
    number,
    name: z.enum(markNames),
    picture: z.string().nullable().describe('`data:image/svg+xml;base64,…` or `data:image/png;base64,…`; null: none'),
  }),
  data: z.object({ number: z.number() }),
  errors: [...staffErrors, 'changed_meanwhile', 'invalid_parameter', 'brand_invalid'],
})

export const publishBrandRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/brand/publish',
  summary: 'Shows a new or an earlier edition to all customers at once',
  auth: 'staff',
  verb: 'brand.publish',
  body: z.object({ number: z.number().int().min(1) }),
  data: nothing,
  errors: [...staffErrors, 'not_found', 'brand_invalid', 'brand_slug_fixed'],
})

export const withdrawBrandRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/brand/withdraw',
  summary: 'Uses the brand of the settings again. The editions are kept',
  auth: 'staff',
  verb: 'brand.publish',
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'conflict'],
})

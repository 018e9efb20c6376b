import { z } from 'zod'
import { accentColours } from './accent.ts'
import { markBytesMax } from './brand-names.ts'
import { slugLengthMax, slugPattern } from './slug.ts'

const isPlain = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
const line = z.string().trim().max(300).refine(isPlain)
const mail = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i)
const link = z
  .string()
  .trim()
  .max(500)
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))

const markCharsMax = 40 + Math.ceil(markBytesMax / 3) * 4
const mark = z
  .string()
  .max(markCharsMax)
  .regex(/^data:image\/(svg\+xml|png);base64,[A-Za-z0-9+/]+=*$/)

/** The name, contacts, pictures and accent of an operator. */
export const brandSchema = z.strictObject({
  name: line.min(1).max(60),
  shortName: line.min(1).max(20),
  slug: z.string().max(slugLengthMax).regex(slugPattern),
  legalName: line.nullable(),
  legalAddress: line.nullable(),
  supportEmail: mail,
  securityEmail: mail,
  telegram: link.nullable(),
  whatsapp: link.nullable(),
  whatsappQr: z.boolean(),
  github: link.nullable(),
  facebook: link.nullable(),
  x: link.nullable(),
  instagram: link.nullable(),
  linkedin: link.nullable(),
  youtube: link.nullable(),
  pinterest: link.nullable(),
  accent: z
    .string()
    .transform((colour) => colour.toLowerCase())
    .refine((colour) => typeof accentColours(colour) !== 'string')
    .nullable(),
  wordmark: mark.nullable(),
  wordmarkDark: mark.nullable(),
  icon: mark.nullable(),
  iconDark: mark.nullable(),
  poweredBy: z.boolean(),
})

export type BrandDocument = z.infer<typeof brandSchema>

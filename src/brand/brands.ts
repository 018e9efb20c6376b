import { accentColours, contrast, surfaces } from '#src/contract/brand/accent.ts'
import { type BrandDocument, brandSchema } from '#src/contract/brand/brand.ts'
import type { MarkName } from '#src/contract/brand/brand-names.ts'
import { type Problem, problemOf, refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { brandProblems, markProblems } from './marks.ts'
import * as store from './store.ts'

export const brandChannel = 'brand'

const editionsShown = 50

/** The fields to change. Other fields keep their values. All fields are checked before they are saved. */
type Edited = Readonly<Record<string, unknown>>
/** `number`: the newest edition that the editor read; 0 if there was no edition. */
type Seen = { number: number }

/** `draft`: the newest edition, or the brand in use if there is none. `editions`: newest first. */
export type Brands = {
  number: number
  draft: BrandDocument
  editions: store.BrandEdition[]
  isSlugFixed: boolean
}

export async function readBrands(ctx: Platform, actor: Actor): Promise<Brands> {
  await requireStaff(ctx, actor, 'brand.read')
  const editions = await store.newestEditions(ctx.postgres.db, editionsShown)
  const [newest] = editions
  return {
    number: newest?.number ?? 0,
    draft: draftOf(ctx, newest),
    editions,
    isSlugFixed: (await store.publishedSlug(ctx.postgres.db)) !== null,
  }
}

/** Saves names, contacts and accent as the next edition, which customers see once it is published. */
export async function keepBrand(ctx: Platform, actor: Actor, { number, ...edited }: Seen & Edited): Promise<number> {
  return saveNext(ctx, actor, number, (draft) => ({ ...draft, ...given(edited) }))
}

/** Saves a picture, a `data:` address, in the next edition; null removes it. */
export async function keepPicture(
  ctx: Platform,
  actor: Actor,
  { number, name, picture }: Seen & { name: MarkName; picture: string | null },
): Promise<number> {
  await requireStaff(ctx, actor, 'brand.keep')
  if (picture !== null) assertSound('picture', await markProblems(name, picture))
  return saveNext(ctx, actor, number, (draft) => ({ ...draft, [name]: picture }))
}

function given(edited: Edited): Edited {
  return Object.fromEntries(Object.entries(edited).filter(([, value]) => value !== undefined))
}

async function saveNext(
  ctx: Platform,
  actor: Actor,
  number: number,
  change: (draft: BrandDocument) => Record<string, unknown>,
): Promise<number> {
  const by = await requireStaff(ctx, actor, 'brand.keep')
  const next = number + 1
  await ctx.postgres.transaction(async (tx) => {
    const [newest] = await store.newestEditions(tx, 1)
    if ((newest?.number ?? 0) !== number) throw refuse('changed_meanwhile')
    const document = readDocument(change(draftOf(ctx, newest)))
    const slug = await store.publishedSlug(tx)
    if (slug !== null && slug !== document.slug) throw refuse('brand_slug_fixed', { param: 'slug' })
    if (!(await store.insertEdition(tx, { number: next, document }, ctx.clock.now()))) throw refuse('changed_meanwhile')
    await ctx.postgres.audit(tx, by, 'brand.keep', `edition ${next}`, { version: next })
  })
  return next
}

/** Shows a new or an earlier edition to all customers. */
export async function publishBrand(ctx: Platform, actor: Actor, { number }: Seen): Promise<void> {
  const by = await requireStaff(ctx, actor, 'brand.publish')
  await ctx.postgres.transaction(async (tx) => {
    const slug = await store.publishedSlug(tx)
    const before = await store.hideShown(tx)
    const shown = await store.showEdition(tx, number, ctx.clock.now())
    if (!shown) throw refuse('not_found')
    const document = readDocument(shown.document)
    if (slug !== null && document.slug !== slug) throw refuse('brand_slug_fixed')
    assertSound('wordmarkDark', await brandProblems(document))
    await ctx.postgres.audit(tx, by, 'brand.publish', `edition ${number}`, { before, after: number })
    await notifyChange(ctx, tx)
  })
}

/** Goes back to the brand of the settings. The editions stay. */
export async function withdrawBrand(ctx: Platform, actor: Actor): Promise<void> {
  const by = await requireStaff(ctx, actor, 'brand.publish')
  await ctx.postgres.transaction(async (tx) => {
    const before = await store.hideShown(tx)
    if (before === null) throw refuse('conflict')
    await ctx.postgres.audit(tx, by, 'brand.withdraw', `edition ${before}`, { before, after: null })
    await notifyChange(ctx, tx)
  })
}

async function notifyChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, brandChannel, {})
}

function draftOf(ctx: Platform, newest: store.BrandEdition | undefined): BrandDocument {
  const read = newest && brandSchema.safeParse(newest.document)
  if (read?.success) return read.data
  const { edition, version, colours, wordmarkRatio, ...document } = brandOf(ctx)
  return document
}

function readDocument(document: unknown): BrandDocument {
  const read = brandSchema.safeParse(document)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const param = String(issue?.path[0] ?? 'name')
  const accent = param === 'accent' ? accentProblem((document as BrandDocument).accent ?? '') : null
  throw accent ? refuse('brand_invalid', { param, problems: [accent] }) : refuse('invalid_parameter', { param })
}

function accentProblem(colour: string): Problem | null {
  const fault = accentColours(colour)
  if (fault === 'too_pale')
    return problemOf('accent_pale', { colour, contrast: contrast(colour, surfaces.paper).toFixed(2) })
  return fault === 'no_text' ? problemOf('accent_unreadable', { colour }) : null
}

function assertSound(param: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw refuse('brand_invalid', { param, problems })
}

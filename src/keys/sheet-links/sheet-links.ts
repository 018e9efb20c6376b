import { lockOwnAccount } from '#src/accounts/account/own-account.ts'
import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { demand } from '#src/accounts/step-up/step-up.ts'
import { sheetLinksMax } from '#src/contract/account/sheet-choices.ts'
import type { SheetLink as ShownLink, WantedSheetLink } from '#src/contract/account/sheet-links.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { cheapestFor, entitles } from '#src/plans/entitlement.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import { type AccountActor, type Actor, personOf } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { type Key, planOf } from '../key/key.ts'
import { notifyKeyChange } from '../key/key-changes.ts'
import { coversClass } from '../key/scope.ts'
import { hashSecret, maskSecret } from '../key/secret.ts'
import * as keys from '../key/store.ts'
import { type SheetLink, sheetRoot, sheetToken } from './sheet-link.ts'
import * as store from './sheet-link-store.ts'
import { tableOf } from './sheet-table.ts'

export async function listSheetLinks(ctx: Platform, actor: AccountActor): Promise<{ links: ShownLink[] }> {
  const links = await store.liveLinksOf(ctx.postgres.db, actor.accountId)
  return { links: await present(ctx, links) }
}

/**
 * Creates a link. Only this result has the link's address, because the store has only a digest. Needs a recent sign-in.
 */
export async function makeSheetLink(
  ctx: Platform,
  actor: AccountActor,
  { name, keyId, table: wanted }: WantedSheetLink,
  locale: Locale,
): Promise<{ link: ShownLink; address: string }> {
  await demand(ctx, actor, 'key.open_link')
  const table = await tableOf(ctx, wanted)
  const token = sheetToken.create(ctx.random)
  return ctx.postgres.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
    const key = await keys.lockOwnedKey(tx, actor.accountId, keyId)
    if (!key) throw refuse('not_found')
    assertReadable(ctx, key, table, locale)
    const { length } = await store.liveLinksOf(tx, actor.accountId)
    if (length >= sheetLinksMax) throw refuse('sheet_links_full', { values: { max: sheetLinksMax } })
    const link: SheetLink = {
      id: ctx.random.uuid(),
      accountId: actor.accountId,
      keyId,
      name,
      tokenHash: hashSecret(token),
      table,
      madeBy: personOf(actor).accountId,
      createdAt: ctx.clock.now(),
      revokedAt: null,
      usedAt: null,
      uses: 0,
    }
    await store.insertLink(tx, link)
    await ctx.postgres.audit(tx, actor, 'key.open_link', keyId, { name, linkId: link.id, symbols: symbolsOf(table) })
    const { apiUrl, apiFreeUrl } = ctx.settings
    const origin = planOf(catalogueOf(ctx), key).tier === 'free' ? apiFreeUrl : apiUrl
    return { link: await presentOne(ctx, tx, link), address: `${origin}${sheetRoot}/${token}` }
  })
}

/** Ends a link permanently; each gateway is notified on commit. */
export async function revokeSheetLink(ctx: Platform, actor: AccountActor, id: string): Promise<ShownLink> {
  return ctx.postgres.transaction(async (tx) => {
    const link = await store.markLinkRevoked(tx, { accountId: actor.accountId, id, now: ctx.clock.now() })
    if (!link) throw refuse('not_found')
    await noteRevoked(ctx, tx, actor, link)
    return presentOne(ctx, tx, link)
  })
}

/** Ends the links that a person made for a team when the person leaves it, because the person knows the addresses. */
export async function revokeLinksOfPerson(
  ctx: Platform,
  tx: Tx,
  actor: Actor,
  of: { accountId: string | null; personId: string },
): Promise<void> {
  for (const link of await store.revokeLinksMadeBy(tx, { ...of, now: ctx.clock.now() }))
    await noteRevoked(ctx, tx, actor, link)
}

/** Ends the link of a token that somebody found. */
export async function revokeLeakedLink(ctx: Platform, tx: Tx, actor: Actor, tokenHash: string): Promise<void> {
  const link = await store.linkByToken(tx, tokenHash)
  if (!link) return
  const revoked = await store.markLinkRevoked(tx, { ...link, now: ctx.clock.now() })
  if (revoked) await noteRevoked(ctx, tx, actor, revoked)
}

async function noteRevoked(ctx: Platform, tx: Tx, actor: Actor, { id, keyId, name, tokenHash }: SheetLink) {
  await ctx.postgres.audit(tx, actor, 'key.end_link', keyId, { name, linkId: id })
  await notifyKeyChange(ctx, tx, { keyId, change: 'link', closeSockets: false, hashes: [tokenHash] })
}

/** Refuses a table that the key could not read, so that no link begins with a refusal. */
function assertReadable(ctx: Platform, key: Key, { class: name, region, kind }: SheetLink['table'], locale: Locale) {
  if (key.expiresAt <= ctx.clock.now()) throw refuse('plan_expired')
  if (key.scope?.access === 'stream' || !coversClass(key.scope, name)) throw refuse('not_in_scope')
  const [plan, call] = [planOf(catalogueOf(ctx), key), kind === 'bars' ? 'kline' : 'quote'] as const
  if (entitles(plan, name, region, call).allowed) return
  throw notInPlan(cheapestFor(catalogueOf(ctx).plans, plan, name, region, call), locale)
}

function symbolsOf(table: SheetLink['table']): string {
  return table.kind === 'bars' ? table.code : table.codes.join(', ')
}

async function presentOne(ctx: Platform, tx: Tx, link: SheetLink): Promise<ShownLink> {
  const [shown] = await present(ctx, [link], tx)
  if (!shown) throw new Error('one link was not presented')
  return shown
}

async function present(ctx: Platform, links: readonly SheetLink[], tx?: Tx): Promise<ShownLink[]> {
  const db = tx ?? ctx.postgres.db
  const makers = links.flatMap(({ madeBy }) => madeBy ?? [])
  const people = makers.length === 0 ? [] : await addressesOf(db, [...new Set(makers)])
  const emails = new Map(people.map(({ accountId, email }) => [accountId, email]))
  const own = links[0] ? await keys.allKeysOf(db, links[0].accountId) : []
  const labels = new Map(own.map(({ id, head, tail }) => [id, maskSecret(head, tail)]))
  return links.map(({ id, name, table, keyId, madeBy, createdAt, usedAt, uses }) => ({
    ...{ id, name, table, keyId, createdAt, uses },
    key: labels.get(keyId) ?? '',
    madeBy: emails.get(madeBy ?? '') ?? null,
    lastUsedAt: usedAt,
  }))
}

import { isIP } from 'node:net'
import { lockOwnAccount } from '#src/accounts/account/own-account.ts'
import { demand } from '#src/accounts/step-up/step-up.ts'
import { refuse } from '#src/contract/errors.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { mayReach, portOf, type Reach } from '#src/platform/webhooks/post-to-stranger.ts'
import { customerAlertSettings } from '../settings.ts'
import { deliveriesOf, giveUpQueued, insertTest, queueAgain } from './delivery-store.ts'
import * as store from './webhook-store.ts'

const secretBytes = 32
/** The time for which a replaced secret still signs. */
const overlapMs = dayMs
const tests = { limit: 10, windowMs: hourMs }
const replays = { limit: 100, windowMs: hourMs }

export async function readWebhook(ctx: Platform, actor: AccountActor) {
  const { db } = ctx.postgres
  const webhook = await store.webhookOf(db, actor.accountId)
  const isFormer = webhook?.former && ctx.clock.now() < webhook.former.until
  return {
    webhook: webhook && {
      ...{ url: webhook.url, createdAt: webhook.createdAt },
      formerUntil: isFormer ? (webhook.former?.until ?? null) : null,
    },
    deliveries: await deliveriesOf(db, actor.accountId),
  }
}

/** Sets the webhook. Returns the signing secret, which is never shown again. */
export async function setWebhook(ctx: Platform, actor: AccountActor, url: string): Promise<string> {
  assertReachable(url, reachOf(ctx))
  const secret = newSecret(ctx)
  await ctx.postgres.transaction(async (tx) => {
    await demand(ctx, actor, 'alert.webhook', { tx })
    await lockOwnAccount(tx, actor)
    const secretSealed = sealed(ctx, actor.accountId, secret)
    await store.putWebhook(tx, actor.accountId, { url, secretSealed, createdAt: ctx.clock.now() })
    await ctx.postgres.audit(tx, actor, 'price_alert.webhook', actor.accountId, { name: new URL(url).host })
  })
  return secret
}

/** Returns a new signing secret. The previous secret also signs for a day, or until the next replacement. */
export async function rotateSecret(ctx: Platform, actor: AccountActor): Promise<string> {
  const secret = newSecret(ctx)
  await ctx.postgres.transaction(async (tx) => {
    await demand(ctx, actor, 'alert.webhook-secret', { tx })
    const until = ctx.clock.now() + overlapMs
    const isKnown = await store.replaceSecret(tx, actor.accountId, {
      sealed: sealed(ctx, actor.accountId, secret),
      until,
    })
    if (!isKnown) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'price_alert.webhook_secret', actor.accountId)
  })
  return secret
}

export async function removeWebhook(ctx: Platform, actor: AccountActor): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.deleteWebhook(tx, actor.accountId))) return
    await giveUpQueued(tx, actor.accountId)
    await ctx.postgres.audit(tx, actor, 'price_alert.webhook_remove', actor.accountId)
  })
}

export async function testWebhook(ctx: Platform, actor: AccountActor): Promise<void> {
  const { accountId } = actor
  await take(ctx, `webhook-test:${accountId}`, tests)
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.webhookOf(tx, accountId))) throw refuse('not_found')
    const id = ctx.random.uuid()
    await insertTest(tx, { id, accountId, now: ctx.clock.now() })
    await ctx.postgres.audit(tx, actor, 'price_alert.webhook_test', id)
  })
}

/** Posts a finished webhook delivery again, with the same id. */
export async function replayDelivery(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await take(ctx, `webhook-replay:${actor.accountId}`, replays)
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.webhookOf(tx, actor.accountId))) throw refuse('not_found')
    if (!(await queueAgain(tx, actor.accountId, id, ctx.clock.now()))) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'price_alert.webhook_replay', id)
  })
}

/** The secrets that sign now, the newest first. */
export function secretsOf(
  { keyring, clock }: Pick<Platform, 'keyring' | 'clock'>,
  accountId: string,
  { secretSealed, former }: store.StoredWebhook,
): string[] {
  const all = [secretSealed, ...(former && clock.now() < former.until ? [former.sealed] : [])]
  return all.map((one) => keyring.open(one, contextOf(accountId)))
}

export function reachOf({ settings }: Pick<Platform, 'settings'>): Reach {
  const { webhookNetworks, webhookPorts } = settings.of(customerAlertSettings)
  return { networks: webhookNetworks ?? [], ports: webhookPorts }
}

/** The number of webhook secrets by the key ring version that sealed them. */
export async function sealedWebhooks({ postgres }: Pick<Platform, 'postgres'>): Promise<Map<number, number>> {
  return store.sealedByVersion(postgres.db)
}

export async function resealWebhooks(ctx: Platform, versions: readonly number[], limit: number): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const found = await store.lockSealedBy(tx, versions, limit)
    for (const { accountId, sealed: old } of found)
      await store.putSecret(tx, accountId, old, sealed(ctx, accountId, ctx.keyring.open(old, contextOf(accountId))))
    return found.length
  })
}

/**
 * Refuses a URL with a user name or password, a URL without TLS unless the operator opened networks, and a closed
 * address. Names that resolve to a closed address are refused at each delivery.
 */
function assertReachable(text: string, reach: Reach): void {
  const url = URL.canParse(text) ? new URL(text) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const { networks, ports } = reach
  const isOpen = url?.protocol === 'https:' || (url?.protocol === 'http:' && networks.length > 0)
  const isPlain = url !== null && url.username === '' && url.password === ''
  const port = url === null ? 0 : portOf(url)
  const mayBe = isIP(host) === 0 ? networks.length > 0 || ports.includes(port) : mayReach(host, port, reach)
  if (!isOpen || !isPlain || !mayBe)
    throw refuse('webhook_url_refused', { param: 'url', values: { ports: ports.join(', ') } })
}

async function take(ctx: Platform, name: string, rateLimit: { limit: number; windowMs: number }): Promise<void> {
  const { allowed, resetMs } = await ctx.limiter.take(name, rateLimit)
  if (!allowed) throw refuse('too_often', { retryAfter: Math.ceil(resetMs / 1000) })
}

function newSecret({ random }: Platform): string {
  return `whsec_${random.bytes(secretBytes).toString('base64')}`
}

function sealed({ keyring }: Platform, accountId: string, secret: string): string {
  return keyring.seal(secret, contextOf(accountId))
}

function contextOf(accountId: string): string {
  return `alert-webhook:${accountId}`
}

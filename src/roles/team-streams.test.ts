import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessions, signOut } from '#src/accounts/sessions/sessions.ts'
import { setSuspended } from '#src/accounts/sessions/staff-decision.ts'
import { actForTeam, removeMember, setMemberRole, transferOwnership } from '#src/accounts/team/team.ts'
import { streamFirings } from '#src/alerts/account/firing-stream.ts'
import { streamOrder } from '#src/billing/order-stream.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { createSearchToken } from '#src/keys/check/search-token.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { type AccountActor, personOf } from '#src/platform/actor.ts'
import { EventStreams } from '#src/platform/http/streams/event-streams.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { servedStream } from '#test/fixtures/served-stream.ts'
import { Listener } from '#test/fixtures/stream.ts'
import { colleagueOf } from '#test/fixtures/team.ts'

/*
 * Streams that a member has open in a team's account. The clock stands still, so a stream can end only by the
 * notification of a change, not by a periodic check.
 */

let ctx: TestPlatform
let origin: string
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  ctx = opened.use(await testPlatform())
  origin = opened.use(await servedStream(ctx)).origin
})
afterAll(() => opened.disposeAsync())

const owner = () => keyOnPlan(ctx, 'integrated-base')

function at(holder: TestAccount, { actor }: TestAccount, role: TeamRole): AccountActor {
  return { ...actor, accountId: holder.actor.accountId, member: { accountId: actor.accountId, role } }
}

async function chart(actor: AccountActor): Promise<Listener> {
  const { token } = await createSearchToken(ctx, actor)
  const client = new Listener(`${origin}/stream?events=1`, { token })
  await client.next((frame) => frame.resAc === 'auth' && frame.code === 1)
  return client
}

async function endsAtOnce(client: Listener, change: () => Promise<unknown>): Promise<void> {
  await change()
  expect(await client.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error: 'not_signed_in' })
}

type Team = { ada: TestAccount; bob: TestAccount }

test.each<[string, (team: Team) => Promise<unknown>]>([
  ['signs out', ({ bob }) => signOut(ctx, bob.actor)],
  [
    'signs out everywhere',
    ({ bob }) => ctx.postgres.transaction((tx) => endSessions(ctx, tx, bob.actor.accountId, null)),
  ],
  [
    'signs this device out from another device',
    ({ bob }) => ctx.postgres.transaction((tx) => endSessions(ctx, tx, bob.actor.accountId, crypto.randomUUID())),
  ],
  ['is suspended', ({ bob }) => ctx.postgres.transaction((tx) => setSuspended(ctx, tx, bob.actor.accountId, true))],
  [
    'returns to the own account and is removed from the team',
    async ({ ada, bob }) => {
      await actForTeam(ctx, bob.actor, null)
      await removeMember(ctx, ada.actor, { memberId: bob.actor.accountId })
    },
  ],
  [
    'gets the role billing',
    ({ ada, bob }) =>
      setMemberRole(ctx, ada.actor, { memberId: bob.actor.accountId, from: 'developer', role: 'billing' }),
  ],
])(
  'the chart stream of a member ends at once when the member %s, and the chart stream of the owner continues',
  async (_, change) => {
    const ada = await owner()
    const bob = await colleagueOf(ctx, ada.actor, 'developer')
    const theirs = await chart(ada.actor)
    await endsAtOnce(await chart(at(ada, bob, 'developer')), () => change({ ada, bob }))
    expect((await theirs.answer({ ac: 'list' })).code).toBe(1)
  },
)

test('a search token is refused as soon as the role of the member who made it no longer permits search tokens', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const { token } = await createSearchToken(ctx, at(ada, bob, 'developer'))
  expect((await verifyKey(ctx, token)).kind).toBe('ok')
  await setMemberRole(ctx, ada.actor, { memberId: bob.actor.accountId, from: 'developer', role: 'billing' })
  await expect.poll(async () => (await verifyKey(ctx, token)).kind).toBe('refused')
})

test('each team member may open two charts at the same time', async () => {
  const ada = await owner()
  const bob = at(ada, await colleagueOf(ctx, ada.actor, 'developer'), 'developer')
  for (const who of [ada.actor, ada.actor, bob, bob]) await chart(who)
  await expect(chart(bob)).rejects.toThrow('4009')
})

/**
 * Reads a stream until `first` has arrived. `over`: resolves at the end of the stream. `isOver`: whether the stream
 * ends within a second.
 */
async function follow(answer: Promise<Response>, first: string) {
  const reader = (await answer).body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && !text.includes(first)) text += (await reader.read()).value ?? ''
  const over = (async () => {
    while (!(await reader?.read())?.done);
    return true
  })()
  return { over, isOver: () => Promise.race([over, sleep(1_000, false)]) }
}

const firings = (platform: TestPlatform, actor: AccountActor) =>
  follow(streamFirings(platform, actor, { signal: new AbortController().signal, headOnly: false }), ': begun')

test.each<[string, (team: Team) => Promise<unknown>]>([
  [
    'gets the role billing',
    ({ ada, bob }) =>
      setMemberRole(ctx, ada.actor, { memberId: bob.actor.accountId, from: 'developer', role: 'billing' }),
  ],
  ['signs out', ({ bob }) => signOut(ctx, bob.actor)],
  ['is removed', ({ ada, bob }) => removeMember(ctx, ada.actor, { memberId: bob.actor.accountId })],
])('a member who %s gets no more alert firings', async (_, change) => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const theirs = await firings(ctx, ada.actor)
  const page = await firings(ctx, at(ada, bob, 'developer'))
  await change({ ada, bob })
  await page.over
  expect(await theirs.isOver()).toBe(false)
})

test('when a holder transfers the ownership, the order stream of the holder ends and the alert stream continues', async () => {
  await using paid = await testPlatform()
  const world = await PaymentWorld.open(paid)
  const ada = await world.customer('ada@example.com')
  const { no: orderNo } = await world.order(ada)
  const bob = await colleagueOf(paid, ada.actor, 'developer')
  const signal = new AbortController().signal
  const streams = new EventStreams()
  const input = { orderNo, locale: 'en-US', signal, streams, headOnly: false } as const
  const orders = await follow(streamOrder(paid, ada.actor, input), 'event: order')
  const alerts = await firings(paid, ada.actor)
  await transferOwnership(paid, ada.actor, { memberId: bob.actor.accountId })
  await orders.over
  expect(await alerts.isOver()).toBe(false)
})

test('each team member may open six event streams at the same time', async () => {
  const ada = await owner()
  const bob = at(ada, await colleagueOf(ctx, ada.actor, 'developer'), 'developer')
  const streams = new EventStreams()
  for (let n = 0; n < 6; n += 1) await streams.enter(ctx, ada.actor)
  for (let n = 0; n < 6; n += 1) await streams.enter(ctx, bob)
  for (const who of [ada.actor, bob])
    await expect(streams.enter(ctx, who)).rejects.toMatchObject({ error: 'too_many_event_streams' })
  // Streams in the member's own account are counted separately.
  await using _place = await streams.enter(ctx, personOf(bob))
})

import type { z } from 'zod'
import {
  addAnnouncementRoute,
  editAnnouncementRoute,
  endAnnouncementRoute,
  type ListedAnnouncement,
  listAnnouncementsRoute,
} from '#src/contract/operator/content/content.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Api } from '#src/platform/http/api.ts'
import { type Announcement, stateOf } from './announcement.ts'
import {
  addAnnouncement,
  editAnnouncement,
  endAnnouncement,
  listAnnouncements,
  type NewAnnouncement,
} from './announcements.ts'

export function mountAnnouncements(api: Api): void {
  api.handle(listAnnouncementsRoute, async (ctx, { actor, locale }) => {
    const announcements = await listAnnouncements(ctx, actor)
    const now = ctx.clock.now()
    const plans = catalogueOf(ctx).plans.map((plan) => ({ id: plan.id, name: planName(plan, locale) }))
    return { announcements: announcements.map((one) => present(one, now)), plans }
  })
  api.handle(addAnnouncementRoute, async (ctx, { actor, body }) => {
    const { id } = await addAnnouncement(ctx, actor, newFrom(body))
    return { id }
  })
  api.handle(editAnnouncementRoute, (ctx, { actor, params, body }) =>
    editAnnouncement(ctx, actor, params.id, newFrom(body)),
  )
  api.handle(endAnnouncementRoute, (ctx, { actor, params }) => endAnnouncement(ctx, actor, params.id))
}

function newFrom(body: z.output<typeof addAnnouncementRoute.body>): NewAnnouncement {
  const { level, audience, plans: planIds, public: isPublic, from: startsAt, until: endsAt, ...texts } = body
  return { texts, level, audience, planIds, isPublic, startsAt, endsAt }
}

function present({ planIds, ...announcement }: Announcement, now: number): ListedAnnouncement {
  const state = stateOf({ ...announcement, planIds }, now)
  return { ...announcement, texts: { ...announcement.texts }, planIds: planIds && [...planIds], state }
}

import { contactByEmail, contactOf } from '#src/accounts/sessions/profile.ts'
import type { Need } from '#src/contract/operator/now.ts'
import { dayMs } from '#src/contract/time.ts'
import { planOf } from '#src/keys/key/key.ts'
import { endingDeals } from '#src/keys/paying.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { countOutbox, type FailedMail, failedMails } from '#src/platform/mail/requeue.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listTickets } from '#src/support/console-tickets.ts'
import { type CheckRule, listedMax } from './check.ts'

/** A deal is listed this many days before its end, since a person must renew it. */
const dealDays = 14
const dealDaysPressing = 3

const ticket: CheckRule = {
  name: 'ticket',
  verb: 'ticket.list',
  section: 'tickets',
  page: '/tickets',
  async run({ ctx, actor }) {
    const { rows, total } = await listTickets(ctx, actor, { state: 'open' }, { limit: listedMax, after: null })
    return {
      total,
      needs: rows.map(({ id, email, excerpt, changedAt, waitingSince }) => ({
        id,
        tone: 'warn',
        since: waitingSince ?? changedAt,
        facts: { id, email, excerpt },
        page: `/tickets/${id}`,
        command: `ticket show ${id}`,
      })),
    }
  },
}

const mail: CheckRule = {
  name: 'mail',
  verb: 'customer.resend_mail',
  section: 'customers',
  page: null,
  async run({ ctx }) {
    const { db } = ctx.postgres
    const [failed, { failed: total }] = await Promise.all([failedMails(db, listedMax), countOutbox(db)])
    return { total, needs: await Promise.all(failed.map((one) => undelivered(ctx, one))) }
  },
}

async function undelivered(
  ctx: Platform,
  { id, to, kind, subject, error, createdAt }: FailedMail,
): Promise<Omit<Need, 'check'>> {
  const owner = await contactByEmail(ctx.postgres.db, to)
  return {
    id: String(id),
    tone: 'warn',
    since: createdAt,
    facts: { to, kind, subject, error },
    page: owner && `/customers/${owner.id}?kind=mail`,
    command: null,
  }
}

const deal: CheckRule = {
  name: 'deal',
  verb: 'customer.view',
  section: 'customers',
  page: '/plans?view=deals',
  async run({ ctx, locale, now }) {
    const { deals, total } = await endingDeals(ctx, { days: dealDays, limit: listedMax })
    return {
      total,
      needs: await Promise.all(
        deals.map(async ({ keyId, accountId, expiresAt, ...sold }) => {
          const days = Math.ceil((expiresAt - now) / dayMs)
          const email = (await contactOf(ctx.postgres.db, accountId))?.email ?? null
          return {
            id: keyId,
            tone: days <= dealDaysPressing ? ('warn' as const) : ('none' as const),
            since: null,
            facts: { email, plan: planName(planOf(catalogueOf(ctx), sold), locale), days },
            page: `/customers/${accountId}`,
            command: 'subscription extend',
          }
        }),
      ),
    }
  },
}

export const customerChecks: readonly CheckRule[] = [ticket, mail, deal]

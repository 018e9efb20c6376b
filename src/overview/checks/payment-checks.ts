import { contactOf } from '#src/accounts/sessions/profile.ts'
import { alertStatus } from '#src/billing/alerts/alerts.ts'
import { type NetworkHealth, networkHealth } from '#src/billing/networks/network-health.ts'
import { heldPayments } from '#src/billing/operator/held-payments.ts'
import { listRefunds } from '#src/billing/refunds/refund-decisions.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Need } from '#src/contract/operator/now.ts'
import type { Platform } from '#src/platform/platform.ts'
import { amountOf, endOf, listApprovals } from '#src/staff/authority/approvals.ts'
import { type CheckRule, listedMax } from './check.ts'

/** Incidents about a whole network. They are not listed while the network is reported as closed. */
const ofNetworks = new Set(['chain_changed', 'no_trusted_node', 'network_lagging', 'xpub_changed', 'token_changed'])
/** Incidents for which no customer is waiting. */
const quiet = new Set(['native_coin', 'other_token', 'transfer_rejected'])

const held: CheckRule = {
  name: 'held',
  verb: 'payments.held',
  section: 'money',
  page: '/money?view=held',
  async run({ ctx, actor }) {
    const health = await networkHealth(ctx)
    const closed = new Set<string>(health.flatMap((one) => (one.closed ? [one.network.code] : [])))
    const open = (await heldPayments(ctx, actor)).filter(
      ({ kind, network }) => !ofNetworks.has(kind) || network === null || !closed.has(network),
    )
    return {
      needs: open.map(({ id, kind, network, subject, openedAt, orders }) => ({
        id,
        tone: quiet.has(kind) ? 'warn' : 'bad',
        since: openedAt,
        facts: { incident: kind, network, subject },
        page: `/money?view=held${orders.length === 1 ? `&open=${orders[0]}` : ''}`,
        command: 'payments list',
      })),
    }
  },
}

const network: CheckRule = {
  name: 'network',
  verb: 'payments.held',
  section: 'money',
  page: '/money?view=networks',
  run: async ({ ctx }) => ({ needs: (await networkHealth(ctx)).flatMap(closedNetwork) }),
}

function closedNetwork({ network, closed }: NetworkHealth): Omit<Need, 'check'>[] {
  if (!closed) return []
  const { why, since, detail } = closed
  return [
    {
      id: network.code,
      tone: why === 'paused' ? 'none' : why === 'lagging' ? 'warn' : 'bad',
      since,
      facts: { network: network.code, why, detail },
      page: '/money?view=networks',
      command: why === 'key_not_accepted' ? 'payments network accept-xpub' : 'payments list',
    },
  ]
}

const refund: CheckRule = {
  name: 'refund',
  verb: 'refund.list',
  section: 'money',
  page: '/money?view=refunds',
  async run({ ctx, actor }) {
    const open = await listRefunds(ctx, actor)
    return {
      needs: open.map(({ id, micro, status, network, requestedAt }) => ({
        id,
        tone: 'warn',
        since: requestedAt,
        facts: { id, amount: formatMicro(micro), status, network },
        page: '/money?view=refunds',
        command: 'payments refund list',
      })),
    }
  },
}

const approval: CheckRule = {
  name: 'approval',
  verb: 'approval.list',
  section: 'staff',
  page: '/staff',
  async run({ ctx, actor }) {
    const open = (await listApprovals(ctx, actor)).toSorted((a, b) => a.askedAt - b.askedAt)
    return {
      total: open.length,
      needs: await Promise.all(
        open.slice(0, listedMax).map(async (one) => ({
          id: String(one.id),
          tone: 'warn' as const,
          since: one.askedAt,
          facts: {
            verb: one.verb,
            amount: amountOf(one),
            about: await nameOf(ctx, one.subject),
            by: await nameOf(ctx, one.askedBy),
            waitsFor: one.dueAt === null ? 'second_owner' : 'time',
            endsAt: endOf(one),
          },
          page: '/staff',
          command: 'staff approvals',
        })),
      ),
    }
  },
}

async function nameOf(ctx: Platform, subject: string): Promise<string> {
  return (await contactOf(ctx.postgres.db, subject))?.email ?? subject
}

/** A sandbox needs no recipient of alerts. */
const alert: CheckRule = {
  name: 'alert',
  verb: 'alert.test',
  section: 'money',
  page: '/money?view=networks',
  async run({ ctx }) {
    const { email, webhook, failed, error } = await alertStatus(ctx)
    const alertsNobody = email === null && !webhook && ctx.settings.mode !== 'sandbox'
    if (!alertsNobody && failed === 0) return { needs: [] }
    const facts = { failed, error }
    return {
      needs: [
        { id: 'alert', tone: 'warn', since: null, facts, page: '/money?view=networks', command: 'payments alert test' },
      ],
    }
  },
}

export const paymentChecks: readonly CheckRule[] = [held, network, refund, approval, alert]

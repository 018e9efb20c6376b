import type { Platform } from '#src/platform/platform.ts'
import { openIncidents } from '../deposits/incident-store.ts'
import { networkHealth } from '../networks/network-health.ts'
import { ordersOfIncidents } from '../operator/order-list-store.ts'

export async function measurePayments(ctx: Platform): Promise<void> {
  const { metrics } = ctx
  const { db } = ctx.postgres
  const [incidents, orders] = await Promise.all([openIncidents(db), ordersOfIncidents(db)])
  for (const { network, state, closed } of await networkHealth(ctx)) {
    const labels = { network: network.code }
    const set = (name: string, help: string, value: number) =>
      metrics.gauge(`tapewire_payment_${name}`, help, ['network']).set(labels, value)
    set('head_block', 'Newest block that was seen.', state?.head ?? 0)
    set('read_block', 'Block up to which payments were read.', state?.cursor ?? 0)
    set(
      'last_look_timestamp_seconds',
      'Time of the last scan that succeeded, 0 before.',
      (state?.lastOkAt ?? 0) / 1_000,
    )
    set('stopped', '1 while a fault keeps the network from being sold on.', closed && closed.why !== 'paused' ? 1 : 0)
    set('paused', '1 while a person has paused the network.', state?.pausedAt == null ? 0 : 1)
    const open = incidents.filter((incident) => incident.network === network.code)
    set('open_incidents', 'Incidents that wait for a person.', open.length)
    const held = new Set(open.flatMap(({ id }) => orders.get(id) ?? []))
    set('held_orders', 'Orders that wait for a person.', held.size)
  }
}

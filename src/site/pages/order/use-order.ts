import { useEffect, useState } from 'react'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { addressOf } from '../../browser/call-route.ts'
import { invoke } from '../../browser/invoke.ts'

const pollMs = 4_000
/**
 * The order is polled at this interval even while events arrive, because a proxy may hold events back without closing
 * the connection.
 */
const pollAnywayMs = 30_000

/**
 * The order's current state: from events, or by polling while no events arrive. Data about other orders is ignored.
 * Opening another order replaces the state by the loaded order.
 */
export function useOrder(loaded: WireOrder): { order: WireOrder; connected: boolean; refresh: () => void } {
  const { orderNo } = loaded
  const [live, setLive] = useState<WireOrder>(loaded)
  const [connected, setConnected] = useState(true)
  const [refreshes, setRefreshes] = useState(0)

  useEffect(() => {
    const receive = (order: WireOrder) => {
      if (order.orderNo !== orderNo) return
      setLive((known) => (known.orderNo === orderNo && known.serverTime > order.serverTime ? known : order))
      // An event that was already sent does not prove that the connection works again.
      setConnected(navigator.onLine)
    }
    const params = { no: orderNo }
    const poll = async () => {
      const answer = await invoke('GET /api/order/{no}', { params })
      if (answer.ok) receive(answer.data)
      else setConnected(false)
    }
    const events = new EventSource(addressOf('GET /api/order/{no}/events', { params }))
    // True until the stream's first event and after an error. The order is polled meanwhile, since a proxy may hold
    // events back.
    let silent = true
    let heardAt = performance.now()
    events.addEventListener('order', (event) => {
      silent = false
      heardAt = performance.now()
      receive(JSON.parse(event.data))
    })
    events.addEventListener('error', () => {
      silent = true
      void poll()
    })
    const timer = setInterval(() => {
      if (!silent && performance.now() - heardAt < pollAnywayMs) return
      heardAt = performance.now()
      void poll()
    }, pollMs)
    const onReturn = () => {
      if (document.visibilityState === 'visible') void poll()
    }
    document.addEventListener('visibilitychange', onReturn)
    const onAway = () => setConnected(false)
    addEventListener('online', onReturn)
    addEventListener('offline', onAway)
    if (refreshes > 0) void poll()
    return () => {
      events.close()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
      removeEventListener('online', onReturn)
      removeEventListener('offline', onAway)
    }
  }, [orderNo, refreshes])

  const order = live.orderNo === orderNo && live.serverTime >= loaded.serverTime ? live : loaded
  // The plan's name in events is in the cookie's language; the page keeps the name in its own language.
  return {
    order: { ...order, planName: loaded.planName },
    connected,
    refresh: () => setRefreshes((count) => count + 1),
  }
}

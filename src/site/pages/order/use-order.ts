import { useEffect, useState } from 'react'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { addressOf } from '../../browser/call-route.ts'
import { invoke } from '../../browser/invoke.ts'

const pollMs = 4_000
/** Asked even while events come: a proxy may hold them back without closing the line. */
const pollAnywayMs = 30_000

/**
 * The order as the server knows it now: events while they come, questions while they do not. Whatever is not about this
 * order is dropped, and what the page was loaded with is replaced when another order is opened.
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
      // an event that was on its way does not mean that the line is back
      setConnected(navigator.onLine)
    }
    const params = { no: orderNo }
    const poll = async () => {
      const answer = await invoke('GET /api/order/{no}', { params })
      if (answer.ok) receive(answer.data)
      else setConnected(false)
    }
    const events = new EventSource(addressOf('GET /api/order/{no}/events', { params }))
    // a proxy may hold events back, so poll until the first one arrives
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
  // Events speak the language of the cookie; the page keeps its own.
  return {
    order: { ...order, planName: loaded.planName },
    connected,
    refresh: () => setRefreshes((count) => count + 1),
  }
}

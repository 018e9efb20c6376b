import { useEffect, useState } from 'react'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { addressOf } from '../../browser/ask.ts'
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
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    const take = (order: WireOrder) => {
      if (order.orderNo !== orderNo) return
      setLive((known) => (known.orderNo === orderNo && known.serverTime > order.serverTime ? known : order))
      // an event that was on its way does not mean that the line is back
      setConnected(navigator.onLine)
    }
    const params = { no: orderNo }
    const ask = async () => {
      const answer = await invoke('GET /api/order/{no}', { params })
      if (answer.ok) take(answer.data)
      else setConnected(false)
    }
    const events = new EventSource(addressOf('GET /api/order/{no}/events', { params }))
    // a proxy may hold events back, so poll until the first one arrives
    let silent = true
    let heardAt = performance.now()
    events.addEventListener('order', (event) => {
      silent = false
      heardAt = performance.now()
      take(JSON.parse(event.data))
    })
    events.addEventListener('error', () => {
      silent = true
      void ask()
    })
    const timer = setInterval(() => {
      if (!silent && performance.now() - heardAt < pollAnywayMs) return
      heardAt = performance.now()
      void ask()
    }, pollMs)
    const onReturn = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', onReturn)
    const onAway = () => setConnected(false)
    addEventListener('online', onReturn)
    addEventListener('offline', onAway)
    if (asked > 0) void ask()
    return () => {
      events.close()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
      removeEventListener('online', onReturn)
      removeEventListener('offline', onAway)
    }
  }, [orderNo, asked])

  const order = live.orderNo === orderNo && live.serverTime >= loaded.serverTime ? live : loaded
  // Events speak the language of the cookie; the page keeps its own.
  return { order: { ...order, planName: loaded.planName }, connected, refresh: () => setAsked((count) => count + 1) }
}

import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { minuteMs } from '#src/contract/time.ts'
import { OrderDetails } from '../order/order-details.tsx'
import { OrderHelp } from '../order/order-help.tsx'
import { Outcome } from '../order/outcome.tsx'
import { PayCard } from '../order/pay-card.tsx'
import { OtherToken } from '../order/transfers.tsx'
import { OrderList } from '../payment/order-list.tsx'
import { Part } from './part.tsx'

const address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
const qr = { size: 21, d: 'M0 0h7v7h-7zM14 0h7v7h-7zM0 14h7v7h-7zM9 9h3v3h-3z' }
const otherToken = {
  symbol: 'USDC',
  token: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  amount: '79.2',
  transaction: { hash: 'cd'.repeat(32), url: null },
}
const transfer = { hash: 'ab'.repeat(32), amount: '30.00', confirmations: 3, final: false, url: null }

function waitingAt(now: number): WireOrder {
  return {
    orderNo: '20261123-7K2M9QXA',
    createdAt: now,
    expiresAt: now + 29 * minuteMs,
    closedAt: null,
    serverTime: now,
    status: orderStatus.pending,
    payment: 'waiting',
    flags: [],
    detected: false,
    verifying: false,
    networkDelayed: false,
    otherToken: null,
    extended: false,
    received: '0.00',
    missing: '79.20',
    late: null,
    amount: '79.20',
    kind: 'purchase',
    keyId: null,
    planId: 'integrated-base',
    planName: 'Integrated · Base',
    period: 'month',
    currency: 'USDT',
    network: 'TRC20',
    chainName: 'TRON',
    list: '99.00',
    discount: '19.80',
    coupon: null,
    upgradeDifference: '0.00',
    credit: '0.00',
    payable: '79.20',
    address,
    confirmations: 0,
    confirmationsNeeded: 19,
    transactions: [],
  }
}

/** Orders in different states. */
function ordersAt(now: number): { open: WireOrder[]; closed: WireOrder[] } {
  const waiting = waitingAt(now)
  const paid = { received: '79.20', missing: '0.00', transactions: [{ ...transfer, amount: '79.20', final: true }] }
  return {
    open: [
      waiting,
      { ...waiting, payment: 'partial', received: '30.00', missing: '49.20', transactions: [transfer] },
      { ...waiting, payment: 'confirming', detected: true, confirmations: 3, transactions: [transfer] },
      { ...waiting, networkDelayed: true },
    ],
    closed: [
      { ...waiting, ...paid, status: orderStatus.completed, payment: 'paid' },
      { ...waiting, ...paid, status: orderStatus.completed, payment: 'paid', flags: ['over'], received: '90.00' },
      { ...waiting, status: orderStatus.cancelled, credit: '16.30' },
      {
        ...waiting,
        ...paid,
        status: orderStatus.timedOut,
        late: { reasons: ['coupon', 'price'], due: '129.00' },
      },
      { ...waiting, ...paid, status: orderStatus.timedOut, flags: ['not_applied'] },
    ],
  }
}

export function Orders({ now }: { now: number }) {
  const { open, closed } = ordersAt(now)
  const listed = [...open.slice(0, 1), ...closed].map((order, at) => ({
    ...order,
    orderNo: `${order.orderNo.slice(0, -1)}${at}`,
  }))
  return (
    <>
      <Part name="PayCard">
        {open.map((order) => (
          <PayCard
            key={`${order.payment}${order.networkDelayed}`}
            order={order}
            qr={qr}
            address={address}
            refresh={() => {}}
          />
        ))}
      </Part>
      <Part name="OtherToken">
        <OtherToken order={{ ...waitingAt(now), otherToken }} />
      </Part>
      <Part name="Outcome">
        {closed.map((order) => (
          <Outcome key={`${order.status}${order.flags}`} order={order} />
        ))}
      </Part>
      <Part name="OrderDetails, OrderHelp">
        <div className="stack pair gap-24 at-start">
          {closed.slice(0, 1).map((order) => (
            <OrderDetails key={order.orderNo} order={order} />
          ))}
          {[orderStatus.pending, orderStatus.timedOut, orderStatus.cancelled].map((status) => (
            <OrderHelp key={status} orderNo="20261123-7K2M9QXA" status={status} />
          ))}
        </div>
      </Part>
      <Part name="OrderList">
        <OrderList filters={{}} orders={{ content: listed, page: 2, size: 20, totalElements: 1_001 }} />
        <OrderList filters={{}} orders={{ content: [], page: 1, size: 20, totalElements: 0 }} />
      </Part>
    </>
  )
}

import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { useSite } from '../../context/site-context.ts'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { toast } from '../../ui/toast.tsx'
import { groupsOf, money } from '../payment/money.ts'
import { Progress } from './progress.tsx'
import { TimeLeft } from './time-left.tsx'
import { TransferList } from './transfers.tsx'

type PayCardProps = {
  order: WireOrder
  qr: { size: number; d: string }
  address: string
  refresh: () => void
  cancel?: ReactNode
}

/**
 * The amount, address and QR code with which a payer pays an order. As soon as transfers of the whole amount are
 * detected, the card shows only the progress.
 */
export function PayCard(props: PayCardProps) {
  const { order, qr } = props
  const t = useTranslations('payment.order')
  if (order.payment === 'confirming' || order.payment === 'paid') return <Seen order={order} />
  return (
    <section className="card column pay-now" aria-labelledby="network">
      <div className="pay-side">
        <div className="pay-qr">
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('qr')} shapeRendering="crispEdges">
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.d} fill="#14161a" />
          </svg>
          <small>{t('qrNote')}</small>
        </div>
        <div className="pay-time">
          <TimeLeft order={order} />
        </div>
      </div>
      <Due {...props} />
    </section>
  )
}

function Due({ order, address, refresh, cancel }: PayCardProps) {
  const t = useTranslations('payment.order')
  const due = order.payment === 'partial' ? order.missing : order.payable
  return (
    <div className="pay-main">
      <div className="card-head">
        <h2 id="network">
          {order.network} · {order.chainName}
        </h2>
        <small>{t('decimals')}</small>
      </div>
      <dl className="ruled pay-facts">
        <div>
          <dt>{order.payment === 'partial' ? t('missing') : t('exact')}</dt>
          <dd className="pay-amount num">
            <span>
              <b data-testid="amount">{money(due)}</b> USDT
            </span>
            <CopyButton text={due} className="btn btn-small btn-ink" label={t('copyAmount')} />
          </dd>
        </div>
        <div>
          <dt>{t('address')}</dt>
          <dd className="pay-address">
            <Address address={address} />
            <CopyButton text={address} className="btn btn-small btn-outline" label={t('copyAddress')} />
          </dd>
        </div>
      </dl>
      <p className="notice pay-note">
        {t('onlyNetwork', { chain: order.chainName })}
        <SentenceSpace />
        {t('fee', { amount: money(due) })}
      </p>
      <Progress order={order} />
      {order.transactions.length > 0 && <TransferList order={order} />}
      <div className="flow-apart gap-8-16 pad-12-20 ruled-top">
        <p className="quiet">{t('typically')}</p>
        {cancel}
      </div>
      <TestWallet order={order} due={due} address={address} refresh={refresh} />
    </div>
  )
}

function Seen({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  return (
    <section className="card column pay-now" aria-labelledby="seen">
      <div className="pay-side">
        <div className="pay-time">
          <p className="pay-countdown num">
            {order.confirmations}
            <span className="text-muted">/{order.confirmationsNeeded}</span>
          </p>
          <small>{t('confirmationsOf')}</small>
        </div>
      </div>
      <div className="pay-main">
        <div className="card-head">
          <h2 id="seen">{t('nothingToDo')}</h2>
          <small>{order.network}</small>
        </div>
        <Progress order={order} />
        <TransferList order={order} />
        <p className="quiet flow-apart gap-8-16 pad-12-20 ruled-top">{t('mayClose')}</p>
      </div>
    </section>
  )
}

/** The whole address in groups of four. The gaps are CSS, so copied text does not contain them. */
function Address({ address }: { address: string }) {
  const groups = groupsOf(address).map((text, position) => ({ text, id: `${position}-${text}` }))
  return (
    <span className="num" data-testid="address" data-address={address} translate="no">
      {groups.map(({ text, id }) => (
        <em key={id}>{text}</em>
      ))}
    </span>
  )
}

type TestWalletProps = { order: WireOrder; due: string; address: string; refresh: () => void }

function TestWallet({ order, due, address, refresh }: TestWalletProps) {
  const t = useTranslations('payment.order')
  const lang = useLocale()
  const { sandbox } = useSite()
  const [sending, setSending] = useState(false)
  if (!sandbox) return null
  const pay = async () => {
    setSending(true)
    const response = await fetch('/dev/wallet/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: order.network, address, amount: due }),
    }).catch(() => null)
    const refused = response?.ok ? null : await response?.json().catch(() => null)
    if (!response?.ok) toast(refused?.msg ?? t('reconnecting'), 'error')
    refresh()
    setTimeout(() => setSending(false), 3_000)
  }
  const link = `/dev/wallet?${new URLSearchParams({ lang, network: order.network, address, amount: due })}`
  return (
    <p className="flow-middle pad-16-20 ruled-top text-14 pay-test">
      <button type="button" className="btn btn-accent needs-script" disabled={sending} onClick={() => void pay()}>
        {sending ? t('paying') : t('payNow')}
      </button>
      <a className="link" href={link}>
        {t('wallet')}
      </a>
    </p>
  )
}

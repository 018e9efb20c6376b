import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { HeldPayment, OrderStory } from '#src/contract/operator/money/orders.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { inLanguage } from '../../../page/page-link.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActLink } from '../../acts/act.tsx'
import { Facts } from '../../parts/frame/panel.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { addressWith } from '../../parts/query.ts'
import type { Reader } from '../../shell/console-page.tsx'
import { useHeldWords } from './held-words.ts'
import { OrderActs } from './order-acts.tsx'
import { OrderEvents, Transfers } from './order-evidence.tsx'

type SheetProps = { story: OrderStory; reader: Reader; now: number }

export function OrderSheet({ story, reader }: SheetProps) {
  const t = useTranslations('operatorMoney')
  const location = useLocation()
  const { order, customer, held } = story
  const { state, tone } = stateOf(story)
  const customers = inLanguage(useLocale(), '/operator/customers')
  return (
    <section className="panel sheet" aria-labelledby="sheet-title">
      <div className="flow-apart panel-head">
        <Pill tone={tone}>{t(`states.${state}`)}</Pill>
        {held[0] && (
          <span className="text-12 text-muted num">
            {t('sheet.since')} <Moment at={held[0].openedAt} />
          </span>
        )}
        <Link
          className="icon-btn sheet-close"
          to={addressWith(location, { open: null, q: null })}
          aria-label={t('sheet.close')}
          preventScrollReset
        >
          <CloseIcon />
        </Link>
      </div>
      <div className="stack sheet-body">
        <div>
          <p className="sheet-amount">
            {grouped(order.payable)} <small>USDT</small>
          </p>
          <h2 id="sheet-title" className="num">
            {order.orderNo}
          </h2>
          <p className="text-muted">
            {t('sheet.about', { plan: order.planName, kind: t(`kinds.${order.kind}`) })}{' '}
            {customer.email === null ? (
              t('gone')
            ) : reader.may('customer.search') ? (
              <Link className="link" to={`${customers}?q=${encodeURIComponent(order.orderNo)}`}>
                {customer.email}
              </Link>
            ) : (
              customer.email
            )}
          </p>
        </div>
        {held.map((one) => (
          <Waits key={one.id} held={one} />
        ))}
        <Section title={t('sheet.chain')}>
          <Address story={story} />
          <Transfers transfers={story.transfers} order={order} />
        </Section>
        {story.missing !== null && (
          <Section title={t('sheet.ifSettled')}>
            <Facts
              facts={[
                { key: 'credit', name: t('sheet.credit'), value: <b className="num">{grouped(story.credit)}</b> },
                {
                  key: 'missing',
                  name: t('sheet.missing'),
                  value: <b className="num">{`+${grouped(story.missing)}`}</b>,
                },
                { key: 'due', name: t('sheet.consumes'), value: <b className="num">{`−${grouped(dueOf(story))}`}</b> },
                { key: 'plan', name: t('sheet.opens'), value: order.planName },
              ]}
            />
          </Section>
        )}
        <Section title={t('sheet.soFar')}>
          <OrderEvents events={story.events} />
        </Section>
      </div>
      <SheetFoot story={story} reader={reader} />
      <OrderActs story={story} />
    </section>
  )
}

function dueOf({ order }: OrderStory): string {
  if (order.status !== orderStatus.timedOut) return order.payable
  return (Number(order.payable) + Number(order.credit)).toFixed(2)
}

function stateOf({ order, held, transfers }: OrderStory): {
  state: 'completed' | 'held' | 'cancelled' | 'timed_out' | 'awaiting' | 'part_paid' | 'confirming'
  tone: Tone
} {
  switch (order.status) {
    case orderStatus.completed:
      return { state: 'completed', tone: 'good' }
    case orderStatus.cancelled:
      return held.length > 0 ? { state: 'held', tone: 'bad' } : { state: 'cancelled', tone: 'none' }
    case orderStatus.timedOut:
      return held.length > 0 ? { state: 'held', tone: 'bad' } : { state: 'timed_out', tone: 'none' }
    case orderStatus.pending:
      if (held.length > 0) return { state: 'held', tone: 'bad' }
      if (transfers.length === 0) return { state: 'awaiting', tone: 'warn' }
      return { state: order.payment === 'partial' ? 'part_paid' : 'confirming', tone: 'half' }
  }
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Waits({ held }: { held: HeldPayment }) {
  const t = useTranslations('operatorMoney.sheet')
  const words = useHeldWords()
  return (
    <div className="notice notice-bad sheet-waits">
      <p>
        <b>{t('why')}</b> {words(held.kind)}
      </p>
      {Object.keys(held.detail).length > 0 && (
        <p className="num text-12 breakable top-4">
          {Object.entries(held.detail)
            .map(([name, value]) => `${name} ${value}`)
            .join(' · ')}
        </p>
      )}
    </div>
  )
}

function Address({ story: { order, addressNumber, addressProven, readTo } }: { story: OrderStory }) {
  const t = useTranslations('operatorMoney.sheet')
  const facts = [
    { key: 'network', name: t('network'), value: `${order.network} · ${order.chainName}` },
    ...(addressNumber === null
      ? []
      : [
          {
            key: 'address',
            name: t('address', { number: String(addressNumber) }),
            value: (
              <>
                <code className="num">{order.address ?? '–'}</code>
                <Pill tone={addressProven ? 'good' : 'bad'}>{t(addressProven ? 'proven' : 'unproven')}</Pill>
              </>
            ),
          },
        ]),
    { key: 'read', name: t('readTo'), value: readTo === 0 ? '–' : <Moment at={readTo} style="second" /> },
  ]
  return <Facts facts={facts} />
}

function SheetFoot({ story, reader }: Omit<SheetProps, 'now'>) {
  const t = useTranslations('operatorMoney')
  const { order, held, transfers, missing } = story
  const judged = held.find(({ transaction }) => transaction !== null)?.transaction ?? transfers.at(-1)?.transaction
  const canSettle = missing !== null && reader.may('order.settle_by_hand')
  const canJudge = judged !== undefined && order.status !== orderStatus.completed && reader.may('payment.rejudge')
  const closable = reader.may('incident.close') ? held : []
  if (!canSettle && !canJudge && closable.length === 0) return null
  return (
    <div className="flow sheet-foot">
      {canJudge && (
        <ActLink act="rejudge" on={judged.hash} className="btn btn-accent">
          {t('rejudge.open')}
        </ActLink>
      )}
      {canSettle && (
        <ActLink act="settle" on={order.orderNo}>
          {t('settle.open')}
        </ActLink>
      )}
      {closable.map(({ id }) => (
        <ActLink key={id} act="close" on={id} label={t('close.openOne', { id })}>
          {t('close.open')}
        </ActLink>
      ))}
    </div>
  )
}

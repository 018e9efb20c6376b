import { useTranslations } from 'use-intl'
import type { OrderStory } from '#src/contract/operator/money/orders.ts'
import { grouped } from '../../../ui/grouped.ts'
import type { GlyphName } from '../../parts/glyph.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Facts } from '../../parts/panel.tsx'
import { Pill, type Tone } from '../../parts/pill.tsx'
import { Timeline } from '../../parts/timeline.tsx'

type Transfer = OrderStory['transfers'][number]

const tones: Record<Transfer['state'], Tone> = { seen: 'half', confirmed: 'good', orphaned: 'none', rejected: 'bad' }

/** Each transfer to the order's address: amount, verdict, block, sender and its transaction in full. */
export function Transfers({ transfers, order }: { transfers: readonly Transfer[]; order: OrderStory['order'] }) {
  const t = useTranslations('operatorMoney.transfer')
  if (transfers.length === 0) return <p className="text-muted">{t('none')}</p>
  return transfers.map((transfer) => (
    <div key={`${transfer.transaction.hash} ${transfer.block}`} className="transfer">
      <Facts
        facts={[
          {
            key: 'amount',
            name: <Pill tone={tones[transfer.state]}>{t(`states.${transfer.state}`)}</Pill>,
            value: <b className="num">{grouped(transfer.amount)}</b>,
          },
          { key: 'confirmations', name: t('confirmations'), value: confirmations(transfer, order) },
          {
            key: 'block',
            name: t('block'),
            value: (
              <span className="num">
                {grouped(transfer.block)} · <Moment at={transfer.blockTime} style="second" />
              </span>
            ),
          },
          { key: 'seen', name: t('seen'), value: <Moment at={transfer.seenAt} style="second" /> },
        ]}
      />
      <p className="hash">
        <span>{t('transaction')}</span>
        <Hash {...transfer.transaction} />
      </p>
      <p className="hash">
        <span>{t('from')}</span>
        <code className="num">{transfer.from}</code>
      </p>
    </div>
  ))
}

function confirmations({ transaction }: Transfer, { transactions, confirmationsNeeded }: OrderStory['order']) {
  const known = transactions.find(({ hash }) => hash === transaction.hash)
  return <span className="num">{known ? `${known.confirmations} / ${confirmationsNeeded}` : '–'}</span>
}

export function Hash({ hash, url }: { hash: string; url: string | null }) {
  if (url === null) return <code className="num">{hash}</code>
  return (
    <a className="link num" href={url} target="_blank" rel="noreferrer">
      {hash}
    </a>
  )
}

const glyphs: Record<string, GlyphName> = {
  order: 'list',
  transfer: 'money',
  ledger: 'money',
  customer: 'people',
  operator: 'shield',
}

/** Everything that happened, newest first. */
export function OrderEvents({ events }: { events: OrderStory['events'] }) {
  const t = useTranslations('operatorMoney.sources')
  const told = (source: string) => (t.has(source as 'order') ? t(source as 'order') : source)
  return (
    <Timeline
      events={events
        .map(({ at, source, what, amount, detail }, turn) => ({
          key: `${turn}`,
          at,
          glyph: glyphs[source] ?? ('warning' as const),
          title: (
            <>
              {told(source)} <code className="num">{what}</code>
            </>
          ),
          note: Object.entries(detail)
            .map(([name, value]) => `${name} ${value}`)
            .join(' · '),
          amount: amount === null ? undefined : grouped(amount),
          marked: source.startsWith('incident'),
        }))
        .reverse()}
    />
  )
}

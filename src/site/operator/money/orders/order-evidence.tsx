import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { OrderStory } from '#src/contract/operator/money/orders.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Facts } from '../../parts/frame/panel.tsx'
import { Timeline } from '../../parts/frame/timeline.tsx'
import type { GlyphName } from '../../parts/marks/glyph.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { useHeldWords } from './held-words.ts'

type Transfer = OrderStory['transfers'][number]

const tones: Record<Transfer['state'], Tone> = { seen: 'half', confirmed: 'good', orphaned: 'none', rejected: 'bad' }

export function Transfers({ transfers, order }: { transfers: readonly Transfer[]; order: OrderStory['order'] }) {
  const t = useTranslations('operatorMoney.transfer')
  if (transfers.length === 0) return <p className="text-muted">{t('none')}</p>
  return transfers.map((transfer) => (
    <div key={`${transfer.transaction.hash} ${transfer.block}`} className="top-8 ruled-top">
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
        <span className="block text-muted">{t('transaction')}</span>
        <Hash {...transfer.transaction} />
      </p>
      <p className="hash">
        <span className="block text-muted">{t('from')}</span>
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

export function OrderEvents({ events }: { events: OrderStory['events'] }) {
  const wordsOf = useEventWords()
  return (
    <Timeline
      events={events
        .map(({ at, source, what, amount, detail }, turn) => ({
          key: `${turn}`,
          at,
          glyph: glyphs[source] ?? ('warning' as const),
          title: wordsOf.title(source, what),
          note: wordsOf.details(detail),
          amount: amount === null ? undefined : grouped(amount),
          marked: source.startsWith('incident'),
        }))
        .reverse()}
    />
  )
}

/** Events in words. An event without words shows its name in the log. */
function useEventWords() {
  const t = useTranslations('operatorMoney.happened')
  const held = useHeldWords()
  return {
    title(source: string, what: string): ReactNode {
      if (source.startsWith('incident')) return held(what)
      const name = `${source}.${what.replaceAll('.', '-')}` as 'order.created'
      return t.has(name) ? t(name) : <code className="num">{`${source} ${what}`}</code>
    },
    details(detail: Record<string, string>): string {
      return Object.entries(detail)
        .filter(([, value]) => value !== 'false')
        .map(([name, value]) => {
          const label = t.has(`details.${name}` as 'details.note') ? t(`details.${name}` as 'details.note') : name
          return value === 'true' ? label : `${label} ${value}`
        })
        .join(' · ')
    },
  }
}

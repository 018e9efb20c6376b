import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useMoment } from '../../../ui/time/moment.tsx'
import type { GlyphName } from '../../parts/marks/glyph.tsx'
import { useMailWords } from '../../parts/words/mail-words.ts'

/**
 * The type of one key of the log texts. It is used for every key, so that the type checker allows values for a key that
 * is known only at run time.
 */
type Words = 'subscription.extend'
type EventWords = { glyph: GlyphName; title: ReactNode; note: ReactNode; marked: boolean }

const glyphs: Record<CustomerEvent['kind'], GlyphName> = {
  money: 'money',
  keys: 'key',
  usage: 'pulse',
  mail: 'mail',
  tickets: 'ticket',
  account: 'lock',
}

/** A timeline event in words: its title, its note, and whether a person must act. */
export function useEventWords(): (event: CustomerEvent) => EventWords {
  const t = useTranslations('operatorCustomers.events')
  const log = useTranslations('activity.did')
  const customers = useTranslations('operatorCustomers')
  const mailOf = useMailWords()
  const quoted = (said: unknown) => customers('quoted', { text: String(said) })
  const { deadline } = useMoment()

  function titleOf({ kind, what, facts }: CustomerEvent): ReactNode {
    const values = {
      order: text(facts.orderNo),
      tx: shortened(text(facts.txHash)),
      ticket: text(facts.ticketId),
      subject: mailOf(text(facts.mail)),
      count: Number(facts.count ?? 0),
      reason: text(facts.reason),
      status: text(facts.status),
    }
    const own = what.replace(/^order\./, 'orders.') as 'deposit'
    if (t.has(own)) return t(own, values)
    const known = what === 'customer.limits' && facts.until === null ? 'customer.limitsEnded' : what
    if (!log.has(known as 'key.end')) return <code className="num">{`${kind} ${what}`}</code>
    const { method, name, key, plan, amount, until } = facts
    return log(known as Words, {
      ...{ method: text(method), name: text(name), key: text(key), plan: text(plan), amount: grouped(text(amount)) },
      until: typeof until === 'number' ? deadline(until) : '–',
    })
  }

  function noteOf({ kind, by, facts }: CustomerEvent): ReactNode {
    const { plan, months, network, note, excerpt, error, key, number, reason } = facts
    const parts =
      kind === 'usage'
        ? [t('inTheHour', { key: text(key) })]
        : [
            kind === 'money' && plan,
            months && t('months', { count: Number(months) }),
            kind === 'money' && network,
            note && quoted(note),
            excerpt && quoted(excerpt),
            error,
            number,
            reason && quoted(reason),
            by && (by === 'cli' ? t('byCli') : t('by', { email: by })),
          ]
    return parts.filter(Boolean).join(' · ')
  }

  return (event) => ({
    glyph: event.what === 'customer.note' ? 'note' : glyphs[event.kind],
    title: titleOf(event),
    note: noteOf(event),
    marked: event.what === 'mail.failed' || (event.what === 'ticket' && event.facts.state === 'open'),
  })
}

function text(value: CustomerEvent['facts'][string] | undefined): string {
  return value == null ? '–' : String(value)
}

function shortened(hash: string): string {
  return hash.length > 16 ? `${hash.slice(0, 8)}…${hash.slice(-4)}` : hash
}

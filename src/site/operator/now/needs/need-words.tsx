import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Need } from '#src/contract/operator/now.ts'
import { grouped } from '../../../ui/grouped.ts'
import { SentenceSpace } from '../../../ui/sentence-space.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { useMailWords } from '../../parts/words/mail-words.ts'
import { useBytes } from '../../parts/words/spans.ts'
import { useVerbWords } from '../../parts/words/verb-words.ts'

type NeedWords = { title: ReactNode; note: ReactNode }

function useApprovalWords() {
  const t = useTranslations('operatorNow.approval')
  const words = useVerbWords()
  return ({ verb, amount, about, by, waitsFor, endsAt }: Need['facts']): NeedWords => {
    const kind = waitsFor === 'time' ? 'time' : 'second_owner'
    const what = words(String(verb))
    return {
      title: t(kind, { what: amount ? `${what} · ${grouped(String(amount))} USDT` : what }),
      note: (
        <>
          {t('note', { by: String(by), about: String(about) })}
          <SentenceSpace />
          {t(`ends.${kind}`)} <Moment at={Number(endsAt)} />
        </>
      ),
    }
  }
}

/**
 * A need (something that waits for staff) as text. `facts` holds the values of the text; their names depend on
 * `check`.
 */
export function useNeedWords(): (need: Need) => NeedWords {
  const t = useTranslations('operatorNow')
  const format = useFormatter()
  const bytes = useBytes()
  const mailOf = useMailWords()
  const approvalWords = useApprovalWords()
  return ({ check, since, facts }) => {
    const text = (name: string) => String(facts[name] ?? '–')
    const number = (name: string) => Number(facts[name] ?? 0)
    const code = (name: string) => facts[name] && <code className="num text-12">{facts[name]}</code>
    const lastAt = (at: number | null) =>
      at !== null && (
        <>
          {t('feed.last')} <Moment at={at} style="second" />
        </>
      )
    switch (check) {
      case 'held':
        return {
          title: t(`incidents.${text('incident') as 'native_coin'}`),
          note: (
            <>
              {facts.network && `${facts.network} · `}
              {code('subject')}
            </>
          ),
        }
      case 'network':
        return {
          title: t(`network.${text('why') as 'stopped'}`, { network: text('network') }),
          note: (
            <>
              {t('network.note')} {code('detail')}
            </>
          ),
        }
      case 'feed': {
        if (facts.source) return { title: t('feed.push', { source: text('source') }), note: lastAt(since) }
        const name = t(`classes.${text('class') as 'stock'}`)
        const market = facts.region ? `${name} ${facts.region}` : name
        return {
          title: t('feed.title', { market }),
          note: lastAt(since),
        }
      }
      case 'finding':
        return {
          title: t('finding.title', { count: number('count') }),
          note: number('stopped') > 0 ? t('finding.stopped', { count: number('stopped') }) : t('finding.note'),
        }
      case 'store':
        return {
          title: t('store.title', { store: text('store'), why: text('why') }),
          note: since !== null && t.rich('store.note', { at: () => <Moment at={since} style="second" /> }),
        }
      case 'process':
        return {
          title: t('process.title', { name: text('name'), roles: text('roles') }),
          note: since !== null && t.rich('process.note', { at: () => <Moment at={since} style="second" /> }),
        }
      case 'disk':
        return {
          title: t('disk.title', { free: bytes(number('free')), total: bytes(number('total')) }),
          note: t('disk.note'),
        }
      case 'chain':
        return {
          title: number('sound') === 1 ? t('chain.late', { count: number('late') }) : t('chain.changed'),
          note: t('chain.note'),
        }
      case 'import': {
        const [rows, quarantined] = [number('rows'), number('quarantined')]
        const accepted = format.number(rows - quarantined)
        return {
          title: t('import.title', { file: text('file'), rows: quarantined }),
          note: (
            <>
              {t('import.note', { accepted, rows: format.number(rows) })} {facts.reasons}
            </>
          ),
        }
      }
      case 'refund':
        return {
          title: t('refund.title', { amount: grouped(text('amount')), network: text('network') }),
          note: facts.status === 'approved' ? t('refund.approved') : t('refund.requested'),
        }
      case 'approval':
        return approvalWords(facts)
      case 'ticket':
        return { title: text('excerpt'), note: t('ticket.note', { id: text('id'), email: text('email') }) }
      case 'mail':
        return {
          title: t('mail.title', { what: mailOf(text('kind')), to: text('to') }),
          note: facts.error,
        }
      case 'alert':
        return {
          title: number('failed') > 0 ? t('alert.failed', { count: number('failed') }) : t('alert.nobody'),
          note: facts.error,
        }
      case 'deal':
        return {
          title: t('deal.title', { email: text('email'), plan: text('plan'), days: number('days') }),
          note: t('deal.note'),
        }
      case 'backup':
        if (facts.fault) return { title: t('backup.damaged'), note: code('fault') }
        if (facts.failure) return { title: t('backup.failing'), note: code('failure') }
        return { title: t(facts.madeAt === null ? 'backup.none' : 'backup.late'), note: t('backup.note') }
    }
  }
}

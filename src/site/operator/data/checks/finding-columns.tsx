import { Link } from 'react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { FindingKind } from '#src/contract/operator/data/finding-kinds.ts'
import type { Finding } from '#src/contract/operator/data/findings.ts'
import { inLanguage, PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import { ActButton } from '../../acts/act-button.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

const tones: Record<FindingKind, Tone> = {
  gap: 'warn',
  stopped: 'bad',
  outside: 'bad',
  jump: 'warn',
  no_volume: 'none',
  split: 'half',
}

const dayMs = 86_400_000

export function useFindingColumns(): Column<Finding>[] {
  const t = useTranslations('operatorChecks')
  const figuresOf = useFigures()
  return [
    {
      name: 'kind',
      label: t('kind'),
      cell: ({ kind }) => <Pill tone={tones[kind]}>{t(`kinds.${kind}`)}</Pill>,
    },
    {
      name: 'instrument',
      label: t('instrument'),
      cell: ({ instrumentId, key, name }) => (
        <span>
          <PageLink to={`/operator/data/instruments/${instrumentId}`} className="link num">
            {key}
          </PageLink>
          <span className="row-note">{name}</span>
        </span>
      ),
    },
    { name: 'interval', label: t('interval'), cell: ({ interval }) => interval, kind: 'mono' },
    { name: 'span', label: t('span'), cell: spanOf, kind: 'mono' },
    {
      name: 'figures',
      label: t('figures'),
      cell: (finding) => (
        <span>
          {figuresOf(finding)}
          {finding.note && <span className="row-note">{finding.note}</span>}
        </span>
      ),
    },
    { name: 'acts', label: '', cell: (finding) => <FindingActs finding={finding} />, kind: 'act' },
  ]
}

function FindingActs({
  finding: { id, version, kind, key: symbol, state, instrumentId, interval, first, last },
}: {
  finding: Finding
}) {
  const t = useTranslations('operatorChecks')
  const locale = useLocale()
  if (state === 'mended') return null
  const about = { kind: t(`kinds.${kind}`), symbol }
  if (state === 'accepted')
    return (
      <ActButton act="reopen" fields={{ on: id, version }} className="action-link" label={t('reopenOf', about)}>
        {t('reopen')}
      </ActButton>
    )
  const rebuild = new URLSearchParams({
    do: 'recompute',
    symbol,
    from: dayOf(first),
    to: dayOf(Math.min(last, first + 30 * dayMs)),
    way: 'missing',
  })
  return (
    <span className="inline-middle gap-4-16 row-acts">
      {kind === 'split' && (
        <PageLink
          to={`/operator/data/instruments/${instrumentId}/actions?do=set&on=${dayOf(first)}`}
          className="action-link"
        >
          {t('setSplit')}
        </PageLink>
      )}
      {kind === 'gap' && interval === '1m' && (
        <Link to={`${inLanguage(locale, '/operator/data/checks')}?${rebuild}`} className="action-link">
          {t('rebuild')}
        </Link>
      )}
      <ActLink act="accept" on={id} className="action-link" label={t('acceptOf', about)}>
        {t('accept')}
      </ActLink>
    </span>
  )
}

function useFigures() {
  const t = useTranslations('operatorChecks.told')
  const format = useFormatter()
  return ({ kind, detail }: Finding) => {
    const value = (name: string) => detail[name] ?? 0
    const price = (name: string) => format.number(value(name), { maximumFractionDigits: 6 })
    const prices = (...names: string[]) => Object.fromEntries(names.map((name) => [name, price(name)]))
    const bar = () => prices('open', 'high', 'low', 'close') as Record<'open' | 'high' | 'low' | 'close', string>
    switch (kind) {
      case 'gap':
        if (detail.minutes !== undefined) return t('minutes', { count: value('minutes') })
        if (detail.runs !== undefined) return t('runs', prices('days', 'runs') as { days: string; runs: string })
        return t('days', { count: value('days') })
      case 'stopped':
        return t('stopped', { count: value('days') })
      case 'outside':
        return t('outside', bar())
      case 'jump':
        return t('jump', { ...bar(), ...(prices('before', 'after') as Record<'before' | 'after', string>) })
      case 'no_volume':
        return t('no_volume', { count: value('bars') })
      case 'split': {
        const ratio = value('ratio')
        const shares = ratio >= 1 ? { new: number(ratio), old: '1' } : { new: '1', old: number(1 / ratio) }
        return t('split', { before: price('before'), open: price('open'), ratio: t('shares', shares) })
      }
    }
  }

  function number(value: number): string {
    return format.number(value, { maximumFractionDigits: 2 })
  }
}

/** Formats the span of a finding: days as dates, times to the minute. */
function spanOf({ first, last }: Finding): string {
  const text = (time: number) =>
    new Date(time)
      .toISOString()
      .slice(0, time % dayMs === 0 ? 10 : 16)
      .replace('T', ' ')
  return first === last ? text(first) : `${text(first)} – ${text(last)}`
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

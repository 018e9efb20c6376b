import { useTranslations } from 'use-intl'
import type { Incoming, MarketUpdate } from '#sdk/typescript/stream-events.ts'
import { grouped } from '../../../ui/grouped.ts'
import type { Entry } from './socket/frame-log.ts'

/** The maximum number of characters of a message on its line. */
const shownMax = 120

/** A short summary of a message. Opening its line shows the whole message. */
export function FrameWords({ entry: { way, type, raw, frame } }: { entry: Entry }) {
  const t = useTranslations('playground.says')
  if (way === 'socket') {
    if (type === 'close') return t('closedBy', { code: raw })
    return raw === '' ? t('opened') : t('reopened', { seconds: (Number(raw) / 1_000).toFixed(1) })
  }
  if (!frame) return raw.length > shownMax ? `${raw.slice(0, shownMax)}…` : raw
  if (frame.data?.seq !== undefined) return <EventWords data={frame.data} />
  return <ControlWords frame={frame} />
}

function EventWords({ data }: { data: MarketUpdate }) {
  const t = useTranslations('playground.says')
  if ('chp' in data) {
    const sign = data.chp < 0 ? '−' : '+'
    return `${grouped(data.ld)}, ${sign}${Math.abs(data.chp).toFixed(2)}%`
  }
  if ('ld' in data)
    return (
      <>
        <span className={{ 1: 'text-down', 2: 'text-up' }[data.d]}>{grouped(data.ld)}</span> × {grouped(data.v)}
        {data.d === 1 && `, ${t('sell')}`}
        {data.d === 2 && `, ${t('buy')}`}
      </>
    )
  if ('c' in data) return `C ${grouped(data.c)} V ${grouped(data.v)}, ${data.final ? t('final') : t('running')}`
  const [bid, ask] = [data.b[0], data.a[0]]
  const best = (level: typeof bid) => (level ? `${grouped(level.p)} × ${grouped(level.v)}` : '–')
  return `${best(bid)} | ${best(ask)}`
}

function ControlWords({ frame }: { frame: Incoming & { accepted?: string[] } }) {
  const t = useTranslations('playground.says')
  if (frame.markets) {
    const open = Object.entries(frame.markets).flatMap(([name, state]) => (state === 'open' ? [name] : []))
    return open.length === 0 ? t('allClosed') : t('open', { classes: open.join(', ') })
  }
  if (frame.rejected?.length) return t('rejected', { symbols: frame.rejected.map(({ s }) => s).join(', ') })
  return frame.msg ?? (frame.data ? JSON.stringify(frame.data) : '')
}

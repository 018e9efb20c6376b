import { useTranslations } from 'use-intl'
import type { TapeClass } from '#src/contract/operator/now.ts'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { useSpan } from '../../parts/words/spans.ts'

/** The age of the newest event of each class. `at`: time at which the events were read, ms. */
export function TapeRow({ tape, at }: { tape: readonly TapeClass[] | null; at: number }) {
  const t = useTranslations('operatorNow')
  if (!tape) return <p className="pad-16 text-muted tape-none">{t('live.silentGateways')}</p>
  return (
    <ul className="tiled tape-ages" aria-label={t('live.tape')}>
      {tape.map((one) => (
        <li key={one.class} className="perforated">
          <p className="fine">{t(`classes.${one.class}`)}</p>
          <TapeAge {...one} at={at} />
        </li>
      ))}
    </ul>
  )
}

function TapeAge({ newestAt, trading, silent, at }: TapeClass & { at: number }) {
  const t = useTranslations('operatorNow.live')
  const span = useSpan()
  if (newestAt === null) return <TapeState tone="none" value="–" note={t('noEvent')} />
  const age = span(at - newestAt)
  if (trading === 0) return <TapeState tone="none" value={age} note={t('closed')} />
  const note = t('fine', { fine: `${trading - silent}`, all: `${trading}` })
  return <TapeState tone={silent > 0 ? 'bad' : 'good'} value={age} note={note} />
}

function TapeState({ tone, value, note }: { tone: Tone; value: string; note: string }) {
  return (
    <>
      <p className="num">
        <Pill tone={tone}>{value}</Pill>
      </p>
      <p className="fine">{note}</p>
    </>
  )
}

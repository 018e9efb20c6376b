import { useFormatter, useTranslations } from 'use-intl'
import type { Check } from '#src/contract/operator/now.ts'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { useBytes } from '../../parts/words/spans.ts'

const tones: Record<Check['state'], Tone> = { fine: 'good', needs: 'warn', nothing: 'none', unknown: 'none' }

/** Some results of checks in words, such as the last backup, and a list of all checks that can be opened. */
export function ChecksFoot({ checks }: { checks: readonly Check[] }) {
  const t = useTranslations('operatorNow')
  const wordsOf = useCheckWords()
  const shown = checks.flatMap((check) => {
    const words = wordsOf(check)
    return words === null ? [] : [{ ...check, words }]
  })
  return (
    <div className="flow fine checks">
      {shown.map(({ name, state, words }) => (
        <Pill key={name} tone={tones[state]}>
          {words}
        </Pill>
      ))}
      <details className="unmarked">
        <summary className="link">{t('needs.checked')}</summary>
        <ul>
          {checks.map(({ name, state, count }) => (
            <li key={name} className="apart">
              <span>{t(`checks.${name}`)}</span>
              <Pill tone={tones[state]}>{t(`states.${state}`, { count })}</Pill>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** The text of a check; null for a check that is shown only in the list of all checks. */
function useCheckWords(): (check: Check) => string | null {
  const t = useTranslations('operatorNow')
  const format = useFormatter()
  const bytes = useBytes()
  return ({ name, state, facts }) => {
    if (name === 'backup' && state === 'unknown') return t('backup.unknown')
    if (name === 'backup' && state === 'nothing') return t('backup.yet')
    if (state !== 'fine') return null
    if (name === 'chain') return t('chain.fine', { rows: format.number(Number(facts.position)) })
    if (name === 'backup')
      return t('backup.fine', { time: format.dateTime(Number(facts.madeAt), { dateStyle: 'medium' }) })
    if (name !== 'disk') return null
    const [free, total] = [Number(facts.free), Number(facts.total)]
    const used = format.number(1 - free / total, { style: 'percent' })
    return t('disk.fine', { used, free: bytes(free) })
  }
}

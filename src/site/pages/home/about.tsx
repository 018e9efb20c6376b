import { useTranslations } from 'use-intl'
import { Section } from './section.tsx'

const points = ['gap', 'final', 'refusal', 'own'] as const

/** Real frames and fields of the wire, as `design` of the protocol has them. */
const proofs = {
  gap: '{"type":"gap","s":"AAPL$US:tick",\n "from":41,"to":57,\n "rest":"/stock/ticks"}',
  final: '{"t":1763596800000,\n "o":268.9,"c":271.4,\n "final":false}',
  refusal: '403\n{"error":"not_in_plan","code":403,\n "requestId":"…"}',
  own: 'npm start',
} as const

export function About() {
  const t = useTranslations('home.about')
  return (
    <Section id="about" no="02" name={t('no')} title={t('title')} lead={t('lead')}>
      <div className="points">
        {points.map((point) => (
          <article key={point}>
            <h3>{t(`points.${point}.title`)}</h3>
            <p>{t(`points.${point}.text`)}</p>
            <pre>
              <code>{proofs[point]}</code>
            </pre>
          </article>
        ))}
      </div>
    </Section>
  )
}

import { useTranslations } from 'use-intl'
import type { Proof, Proofs } from '../../../showcase/proofs.server.ts'
import { CodeText } from '../../../ui/code/code-text.tsx'
import { Section, SectionHead } from './section.tsx'

const points = ['gap', 'final', 'refusal'] as const

export function About({ no, proofs }: { no: string; proofs: Proofs }) {
  const t = useTranslations('home.about')
  return (
    <Section id="about">
      <header>
        <SectionHead section="about" no={no} />
      </header>
      <div className="points">
        {points.map((point) => (
          <article key={point}>
            <h3>{t(`points.${point}.title`)}</h3>
            <p>{t(`points.${point}.text`)}</p>
            {proofs[point] && (
              <ProofCard proof={proofs[point]} label={t(`points.${point}.proof`, { time: proofs.at })} />
            )}
          </article>
        ))}
        <article>
          <h3>{t('points.own.title')}</h3>
          <p>{t('points.own.text')}</p>
          <pre>
            <code>npm start</code>
          </pre>
        </article>
      </div>
    </Section>
  )
}

/** An example output. The field that proves a point of the home page is marked. */
function ProofCard({ proof: { text, field }, label }: { proof: Proof; label: string }) {
  return (
    <figure>
      <pre className="code-lines">
        {text.split('\n').map((line) => (
          <span key={line} data-line data-marked={line.trimStart().startsWith(`"${field}"`) || undefined}>
            <CodeText language="json">{line}</CodeText>
          </span>
        ))}
      </pre>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

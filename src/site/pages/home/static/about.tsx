import { useTranslations } from 'use-intl'
import { CodeText } from '../../../ui/code/code-text.tsx'

const points = ['gap', 'final', 'refusal'] as const

import type { Proofs } from '../../../showcase/proofs.server.ts'
import { Section, SectionHead } from './section.tsx'

export function About({ proofs }: { proofs: Proofs }) {
  const t = useTranslations('home.about')
  return (
    <Section id="about">
      <header>
        <SectionHead section="about" no="02" />
      </header>
      <div className="points">
        {points.map((point) => (
          <article key={point}>
            <h3>{t(`points.${point}.title`)}</h3>
            <p>{t(`points.${point}.text`)}</p>
            {proofs[point] && <Proof text={proofs[point]} label={t(`points.${point}.proof`, { time: proofs.at })} />}
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

function Proof({ text, label }: { text: string; label: string }) {
  return (
    <figure>
      <pre className="code-lines">
        {text.split('\n').map((line) => (
          <span key={line} data-line>
            <CodeText language="json">{line}</CodeText>
          </span>
        ))}
      </pre>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

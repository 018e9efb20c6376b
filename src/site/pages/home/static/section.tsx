import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type HeadProps = {
  section: 'product' | 'about' | 'app' | 'achievement' | 'pricing' | 'questions'
  no: string
  values?: Record<string, string>
}

/** Ids of sections that links use. */
const ids = { app: 'app-info' } as Partial<Record<HeadProps['section'], string>>

export function SectionHead({ section, no, values = {} }: HeadProps) {
  const t = useTranslations('home')
  const lead = `${section}.lead` as 'about.lead'
  return (
    <>
      <p className="kick">
        <b>{no}</b> {t(`${section}.no`)}
      </p>
      <div>
        <h2 id={`${ids[section] ?? section}-title`} className="section-title">
          {t(`${section}.title`)}
        </h2>
        {t.has(lead) && <p className="section-lead">{t(lead, values as never)}</p>}
      </div>
    </>
  )
}

export function Section({ id, children }: { id: string; children: ReactNode }) {
  return (
    <section id={id} className="section" aria-labelledby={`${id}-title`}>
      <div className="wrap">{children}</div>
    </section>
  )
}

import type { ReactNode } from 'react'

type SectionProps = { id: string; no: string; name: string; title: string; lead?: ReactNode; children: ReactNode }

export function Section({ id, no, name, title, lead, children }: SectionProps) {
  return (
    <section id={id} className="section" aria-labelledby={`${id}-title`}>
      <div className="wrap">
        <header>
          <p className="kick">
            <b>{no}</b> {name}
          </p>
          <div>
            <h2 id={`${id}-title`} className="section-title">
              {title}
            </h2>
            {lead && <p className="section-lead">{lead}</p>}
          </div>
        </header>
        {children}
      </div>
    </section>
  )
}

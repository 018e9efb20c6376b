import { type ReactNode, useId } from 'react'

type MonthPanelProps = {
  title: ReactNode
  value: string
  unit?: string
  note: ReactNode
  aside: ReactNode
  children: ReactNode
}

export function MonthPanel({ title, value, unit, note, aside, children }: MonthPanelProps) {
  const id = useId()
  return (
    <section className="panel pad-12-16" aria-labelledby={id}>
      <div className="month-head">
        <h3 id={id}>{title}</h3>
        <p className="figure-value nowrap">
          {value}
          {unit && <small>{unit}</small>}
        </p>
      </div>
      <div className="fine month-note">
        <span>{note}</span>
        <span className="num">{aside}</span>
      </div>
      {children}
    </section>
  )
}

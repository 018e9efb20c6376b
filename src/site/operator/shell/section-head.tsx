import type { ReactNode } from 'react'
import './section-head.css'

type SectionHeadProps = { number: string; title: ReactNode; aside: ReactNode; state?: ReactNode }

export function SectionHead({ number, title, aside, state }: SectionHeadProps) {
  return (
    <div className="flow-base gap-4-12 section-head">
      <span className="caption" aria-hidden="true">
        {number}
      </span>
      <h2>{title}</h2>
      {state && <div>{state}</div>}
      <span className="fine section-aside">{aside}</span>
    </div>
  )
}

import type { ReactNode } from 'react'
import './pill.css'

/** `half`: begun. `none`: over, or absent. Each tone has its own shape and is shown beside a word. */
export type Tone = 'good' | 'warn' | 'bad' | 'none' | 'half'

export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="pill" data-tone={tone}>
      {children}
    </span>
  )
}

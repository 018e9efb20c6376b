import type { ReactNode } from 'react'
import './pill.css'

/** `half`: begun; `none`: over, or not there. Each tone has a shape of its own, and the word goes with it. */
export type Tone = 'good' | 'warn' | 'bad' | 'none' | 'half'

/** A state: shape, colour and word. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="pill" data-tone={tone}>
      {children}
    </span>
  )
}

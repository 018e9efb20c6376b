import type { ReactNode } from 'react'

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="stack ruled-top part" aria-label={name}>
      <h2 className="kick">{name}</h2>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import type { Answer } from '../reads/read.ts'
import { NotRead } from '../reads/shown.tsx'

type CardOfProps<T> = { title: ReactNode; read: Answer<T>; children(value: T): ReactNode }

/** A part of an account page. If its data could not be read, the part has its heading and a message. */
export function CardOf<T>({ title, read, children }: CardOfProps<T>) {
  if (read.state === 'known') return children(read.value)
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <div className="card-body">
        <NotRead />
      </div>
    </section>
  )
}

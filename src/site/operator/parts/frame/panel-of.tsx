import type { ReactNode } from 'react'
import type { Answer } from '../../../reads/read.ts'
import { NotRead } from '../../../reads/shown.tsx'
import { Panel } from './panel.tsx'

type PanelOfProps<T> = { title: ReactNode; read: Answer<T>; children(value: T): ReactNode }

/** A part of a console page. If its data could not be read, the part has its heading and a message. */
export function PanelOf<T>({ title, read, children }: PanelOfProps<T>) {
  if (read.state === 'known') return children(read.value)
  return (
    <Panel title={title}>
      <NotRead />
    </Panel>
  )
}

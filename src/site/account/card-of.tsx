import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '../reads/read.ts'
import { NotRead } from '../reads/shown.tsx'
import { useKept } from './use-kept.ts'

type CardOfProps<T> = { title: ReactNode; read: Answer<T>; children(value: T): ReactNode }

/**
 * A part of an account page. If its data could not be read, the part has its heading and a message. If only a reload
 * failed, the part stays below a message: it may show a secret that is shown once.
 */
export function CardOf<T>({ title, read, children }: CardOfProps<T>) {
  const t = useTranslations('reads')
  const { revalidate } = useRevalidator()
  const known = useKept(read.state === 'known' ? read : null)
  if (known)
    return (
      <>
        {known !== read && <NotRead what={t('kept')} again={() => void revalidate()} />}
        {children(known.value)}
      </>
    )
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

import { type ComponentProps, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useProof } from '../../proof/use-proof.tsx'
import { NotRead } from '../../reads/shown.tsx'
import { FirstKey } from '../dashboard/first-key.tsx'
import '../../account/account.css'

type ShownKey = Pick<ComponentProps<typeof FirstKey>, 'apiKey' | 'apiUrl' | 'call' | 'recentUntil'>

/** The key of a completed order (`shown`), and the email and time that revealing it needs. `failed`: no key was read. */
export type Opened = { shown: ShownKey | null; failed: boolean; email: string; now: number }

export function PaidKey({ opened }: { opened: Opened | null }) {
  const t = useTranslations('payment.order')
  const { revalidate } = useRevalidator()
  const isUnknown = opened === null
  useEffect(() => {
    // The order was completed while its page was open, so the key of the order must be loaded.
    if (isUnknown) void revalidate()
  }, [isUnknown, revalidate])
  if (opened?.failed) return <NotRead what={t('keyFailed')} again={() => void revalidate()} />
  return opened?.shown ? <Shown {...opened} shown={opened.shown} onChange={() => void revalidate()} /> : null
}

type ShownProps = Pick<Opened, 'email' | 'now'> & { shown: ShownKey; onChange: () => void }

function Shown({ shown, email, now, onChange }: ShownProps) {
  const { prove, provedUntil, dialog } = useProof(email)
  const recentUntil = Math.max(shown.recentUntil, provedUntil)
  return (
    <>
      <FirstKey {...shown} recentUntil={recentUntil} now={now} prove={prove} onChange={onChange} />
      {dialog}
    </>
  )
}

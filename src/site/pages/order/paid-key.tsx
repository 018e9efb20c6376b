import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { useProof } from '../../account/prove-dialog.tsx'
import { FirstKey } from '../dashboard/first-key.tsx'
import '../../account/account.css'

/** The key of a completed order, and where it is asked: what the payer came for. */
export type Opened = { apiKey: ApiKey | null; apiUrl: string; email: string; now: number }

export function PaidKey({ opened }: { opened: Opened | null }) {
  const { revalidate } = useRevalidator()
  const isUnknown = opened === null
  useEffect(() => {
    // the order was completed while its page was open
    if (isUnknown) void revalidate()
  }, [isUnknown, revalidate])
  return opened?.apiKey ? <Shown {...opened} apiKey={opened.apiKey} onChange={() => void revalidate()} /> : null
}

type ShownProps = Opened & { apiKey: ApiKey; onChange: () => void }

function Shown({ apiKey, apiUrl, email, now, onChange }: ShownProps) {
  const { prove, dialog } = useProof(email)
  return (
    <>
      <FirstKey apiKey={apiKey} apiUrl={apiUrl} now={now} prove={prove} onChange={onChange} />
      {dialog}
    </>
  )
}

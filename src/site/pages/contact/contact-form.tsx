import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Refused } from '#src/contract/account/refused.ts'
import { contactMessageMax, contactNameMax } from '#src/contract/site.ts'
import { BotCheck } from '../../account/bot-check.tsx'
import { invoke } from '../../browser/invoke.ts'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { grouped } from '../../ui/grouped.ts'
import { toast } from '../../ui/toast.tsx'

type FieldName = 'name' | 'email' | 'message' | 'verification'
type Problems = Partial<Record<FieldName, string>>
type Sent = { ticket: string; email: string }

export function ContactForm() {
  const t = useTranslations('contact')
  const [sent, setSent] = useState<Sent | null>(null)
  if (!sent) return <Form onSent={setSent} />
  return (
    <div className="stack gap-12 items-start contact-sent" role="status">
      <h2>{t('success')}</h2>
      <p className="text-muted">{t('successText', sent)}</p>
      <button type="button" className="btn btn-outline" onClick={() => setSent(null)}>
        {t('another')}
      </button>
    </div>
  )
}

function Form({ onSent }: { onSent: (sent: Sent) => void }) {
  const t = useTranslations('contact')
  const say = useSend(onSent)
  const [message, setMessage] = useState('')
  const [query] = useSearchParams()
  const topic = query.get('topic')

  useEffect(() => {
    if (topic === 'enterprise') setMessage((written) => written || t('enterprise'))
  }, [topic, t])

  return (
    <form className="stack contact-form" method="post" data-scripted noValidate onSubmit={say.submit}>
      <Field label={t('name')} name="name" autoComplete="name" maxLength={contactNameMax} error={say.problems.name} />
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={say.problems.email}
      />
      <TextAreaField
        label={t('message')}
        name="message"
        rows={8}
        text={message}
        onText={setMessage}
        hint={t('messageHint', { max: grouped(contactMessageMax) })}
        error={say.problems.message}
      />
      <BotCheck key={say.attempt} onSolved={say.setVerification} error={say.problems.verification} />
      <button type="submit" className="btn btn-accent needs-script" aria-busy={say.busy} disabled={say.busy}>
        {say.busy && <span className="spinner" />}
        {say.busy ? t('sending') : t('send')}
      </button>
    </form>
  )
}

function problemsOf(
  values: Record<'name' | 'email' | 'message', string>,
  t: ReturnType<typeof useTranslations<'contact'>>,
) {
  const problems: Problems = {}
  for (const name of ['name', 'email', 'message'] as const) if (values[name] === '') problems[name] = t('required')
  if (values.email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) problems.email = t('invalidEmail')
  if (values.message.length > contactMessageMax) problems.message = t('tooLong', { max: String(contactMessageMax) })
  return problems
}

function useSend(onSent: (sent: Sent) => void) {
  const t = useTranslations('contact')
  const missing = useTranslations('frame.botCheck')('missing')
  const [problems, setProblems] = useState<Problems>({})
  const [verification, setVerification] = useState('')
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)

  const refused = ({ param, msg }: Refused) => {
    const field = (['name', 'email', 'message', 'verification'] as const).find((name) => name === param)
    if (field && msg) setProblems({ [field]: msg })
    else toast(msg ?? t('failure'), 'error')
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const read = (name: string) => String(data.get(name) ?? '').trim()
    const values = { name: read('name'), email: read('email'), message: read('message') }
    const found = { ...problemsOf(values, t), ...(verification ? {} : { verification: missing }) }
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) {
      form.querySelector<HTMLElement>(first === 'verification' ? '.bot-check input' : `[name=${first}]`)?.focus()
      return
    }
    setBusy(true)
    const result = await invoke('POST /api/contact', { body: { ...values, verification } })
    setBusy(false)
    if (result.ok) {
      toast(t('success'))
      onSent({ ticket: result.data.ticket, email: values.email })
      return
    }
    setVerification('')
    setAttempt((before) => before + 1)
    refused(result.refusal)
  }
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), problems, busy, attempt, setVerification }
}

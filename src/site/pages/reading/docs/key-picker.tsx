import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { demoKey } from '#src/contract/site.ts'
import { useAccount } from '../../../browser/account.ts'
import { ask } from '../../../browser/ask.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { toast } from '../../../ui/toast.tsx'
import { chooseReaderKey } from '../reference/reader-key.ts'

type Choice = { id: string; name: string }

const demo = 'demo'
const temporary = 'temporary'

async function keysOfReader(): Promise<Choice[]> {
  const answer = await ask('GET /api/keys', {})
  return (answer.ok ? answer.data : [])
    .filter(({ status }) => status !== 'expired')
    .map(({ id, aliasName, planName }) => ({ id, name: aliasName || planName }))
}

/** Lets a signed-in reader fill the samples with a key of their own; the whole key stays in this tab. */
export function KeyPicker() {
  const t = useTranslations('docs.keys')
  const { code } = useAccount()
  const { pathname } = useLocation()
  const [keys, setKeys] = useState<Choice[]>([])
  const [chosen, setChosen] = useState(demo)
  const [recent, setRecent] = useState(false)
  const signInPath = `/login?redirect=${encodeURIComponent(pathname)}`

  useEffect(() => {
    if (code === 0) void keysOfReader().then(setKeys)
  }, [code])

  const fill = (id: string, name: string, key: string) => {
    setChosen(id)
    setRecent(false)
    chooseReaderKey(key)
    toast(t('filled', { name }))
  }
  const choose = async (id: string) => {
    if (id === demo) return fill(demo, t('demo'), demoKey)
    if (id === temporary) {
      const reader = await ask('GET /api/userinfo', {})
      return reader.ok ? fill(id, t('temporary'), reader.data.docToken) : toast(t('failed'), 'error')
    }
    const answer = await ask('POST /api/keys/{id}/reveal', { params: { id } })
    if (answer.ok) return fill(id, keys.find((key) => key.id === id)?.name ?? '', answer.data.key)
    if (answer.refusal.error === 'recent_signin_required') return setRecent(true)
    toast(answer.refusal.msg ?? t('failed'), 'error')
  }

  // who reads is known after the page is shown: its place is kept, so that nothing below moves
  if (code !== 0)
    return (
      <div className="key-picker">
        {(code === 401 || code === 1) && (
          <PageLink className="link" to={signInPath}>
            {t('signIn')}
          </PageLink>
        )}
      </div>
    )
  return (
    <div className="key-picker">
      <label>
        {t('label')}
        <select className="input" value={chosen} onChange={({ target }) => void choose(target.value)}>
          <option value={demo}>{t('demo')}</option>
          <option value={temporary}>{t('temporary')}</option>
          {keys.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {recent && (
        <p role="alert">
          {t('recent')}{' '}
          <PageLink className="link" to={signInPath}>
            {t('signInAgain')}
          </PageLink>
        </p>
      )}
    </div>
  )
}

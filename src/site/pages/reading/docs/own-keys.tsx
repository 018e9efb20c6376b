import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { demoKey } from '#src/contract/site.ts'
import { callRoute } from '../../../browser/call-route.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { type Answer, failed, known, knownOf, loading, type Reading } from '../../../reads/read.ts'
import { NotRead } from '../../../reads/shown.tsx'
import { toast } from '../../../ui/toast.tsx'
import { chooseReaderKey, readerChoice } from '../reference/reader-key.ts'

type Choice = { id: string; name: string }

const demo = 'demo'
const temporary = 'temporary'

async function keysOfReader(): Promise<Answer<Choice[]>> {
  const answer = await callRoute('GET /api/keys', {})
  if (!answer.ok) return failed()
  return known(
    answer.data
      .filter(({ status }) => status !== 'expired')
      .map(({ id, aliasName, planName }) => ({ id, name: aliasName || planName })),
  )
}

export function OwnKeys({ signInPath }: { signInPath: string }) {
  const t = useTranslations('docs.keys')
  const [read, setRead] = useState<Reading<Choice[]>>(loading)
  const [chosen, setChosen] = useState(readerChoice)
  const [recent, setRecent] = useState(false)

  const keys = knownOf(read) ?? []

  useEffect(() => {
    void keysOfReader().then(setRead)
  }, [])

  const fill = (id: string, name: string, key: string) => {
    setChosen(id)
    setRecent(false)
    chooseReaderKey(id, key)
    toast(t('filled', { name }))
  }
  const choose = async (id: string) => {
    if (id === demo) return fill(demo, t('demo'), demoKey)
    if (id === temporary) {
      const reader = await callRoute('GET /api/userinfo', {})
      const token = reader.ok ? reader.data.docToken : null
      return token ? fill(id, t('temporary'), token) : toast(t(token === null ? 'failed' : 'noKey'), 'error')
    }
    const answer = await callRoute('POST /api/keys/{id}/reveal', { params: { id } })
    if (answer.ok) return fill(id, keys.find((key) => key.id === id)?.name ?? '', answer.data.key)
    if (answer.refusal.error === 'recent_signin_required') return setRecent(true)
    toast(answer.refusal.msg ?? t('failed'), 'error')
  }

  return (
    <>
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
      {read.state === 'failed' && <NotRead again={() => void keysOfReader().then(setRead)} />}
      {recent && (
        <p role="alert">
          {t('recent')}{' '}
          <PageLink className="link" to={signInPath}>
            {t('signInAgain')}
          </PageLink>
        </p>
      )}
    </>
  )
}

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { demoKey } from '#src/contract/site.ts'
import { useAccount } from '../../../browser/account.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { chooseReaderKey } from '../reference/reader-key.ts'

type Own = typeof import('./own-keys.tsx').OwnKeys

/**
 * Lets a signed-in reader fill the samples with one of their keys. The whole key stays in this tab. The account is
 * known only after the page is shown, so space is reserved and nothing below moves.
 */
export function KeyPicker() {
  const t = useTranslations('docs.keys')
  const { code } = useAccount()
  const { pathname } = useLocation()
  const [Own, setOwn] = useState<Own>()
  const signInPath = `/login?redirect=${encodeURIComponent(pathname)}`

  useEffect(() => {
    if (code === 0) void import('./own-keys.tsx').then(({ OwnKeys }) => setOwn(() => OwnKeys))
    else if (code > 0) chooseReaderKey('demo', demoKey)
  }, [code])

  return (
    <div className="flow-middle key-picker">
      {code === 0 && Own && <Own signInPath={signInPath} />}
      {(code === 401 || code === 1) && (
        <PageLink className="link" to={signInPath}>
          {t('signIn')}
        </PageLink>
      )}
    </div>
  )
}

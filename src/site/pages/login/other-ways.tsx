import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { defaultReturnPath } from '#src/contract/values/return-path.ts'
import { addressOf } from '../../browser/call-route.ts'
import { invoke } from '../../browser/invoke.ts'
import { readCookie } from '../../browser/reader-cookies.ts'
import { PageLink } from '../../page/page-link.tsx'
import type { LoginMode } from './login-action.server.ts'
import { inChosenLanguage } from './return-language.ts'

type OtherWaysProps = { mode: LoginMode; returnPath: string; providers: readonly { id: string; name: string }[] }

export function OtherWays({ mode, returnPath, providers }: OtherWaysProps) {
  const t = useTranslations('login')
  const query = returnPath === defaultReturnPath ? '' : `&redirect=${encodeURIComponent(returnPath)}`
  const to = (next: LoginMode) => `/login?mode=${next}${query}`
  const isSignIn = mode === 'signin' || mode === 'code'
  return (
    <>
      {isSignIn && (
        <p className="flow-ends gap-8-16 text-14">
          <PageLink to={to(mode === 'signin' ? 'code' : 'signin')} className="link">
            {t(mode === 'signin' ? 'byCode' : 'byPassword')}
          </PageLink>
          <PageLink to={to('reset')} className="link">
            {t('forgot')}
          </PageLink>
        </p>
      )}
      {(isSignIn || (mode === 'signup' && providers.length > 0)) && (
        <>
          <p className="quiet middle gap-12 login-or">
            <span>{t('or')}</span>
          </p>
          <div className="stack gap-10">
            {providers.map(({ id, name }) => (
              <a
                key={id}
                className="btn btn-outline"
                href={addressOf('GET /api/auth/{provider}', {
                  params: { provider: id },
                  query: { redirect: returnPath },
                })}
                rel="nofollow"
              >
                {t('provider', { name })}
              </a>
            ))}
            {isSignIn && <PasskeyButton returnPath={returnPath} />}
          </div>
        </>
      )}
      <p className="quiet login-switch">
        {t.rich(isSignIn ? 'toSignup' : 'toSignin', {
          link: (words) => (
            <PageLink to={to(isSignIn ? 'signup' : 'signin')} className="link">
              {words}
            </PageLink>
          ),
        })}
      </p>
    </>
  )
}

function PasskeyButton({ returnPath }: { returnPath: string }) {
  const t = useTranslations('login')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const use = async () => {
    setBusy(true)
    setFailure(null)
    const language = readCookie('lang')
    const failed = await signInByPasskey().catch(() => t('passkeyFailed'))
    setBusy(false)
    if (failed === null)
      location.assign(
        readCookie('lang') === language ? returnPath : inChosenLanguage(returnPath, document.cookie.split('; ')),
      )
    else setFailure(failed === '' ? t('busy') : failed)
  }
  return (
    <>
      <button type="button" className="btn btn-outline needs-script" onClick={() => void use()} disabled={busy}>
        {t('passkey')}
      </button>
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </>
  )
}

/**
 * Null after a sign-in; otherwise the error message, '' for a busy server. Throws if the browser returns no passkey,
 * such as after a cancellation.
 */
async function signInByPasskey(): Promise<string | null> {
  const [{ startAuthentication }, optionsResult] = await Promise.all([
    import('@simplewebauthn/browser'),
    invoke('POST /api/auth/passkey/options', {}),
  ])
  if (!optionsResult.ok) return optionsResult.refusal.msg ?? ''
  const response = await startAuthentication({ optionsJSON: optionsResult.data.options })
  const result = await invoke('POST /api/auth/passkey', {
    body: { ticket: optionsResult.data.ticket, response: { ...response } },
  })
  return result.ok ? null : (result.refusal.msg ?? '')
}

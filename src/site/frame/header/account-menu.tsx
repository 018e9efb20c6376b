import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { refreshAccount, signOut, useAccount } from '../../browser/account.ts'
import { useSite } from '../../context/site-context.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'

const fallbackAvatar = '/images/user/avatar.png'

/**
 * `children`: the shell's content about the reader, below the reader's mail address. Until the account is loaded, the
 * menu shows the reader that the page names. A page for everybody names no reader; CSS then shows the menu only in
 * browsers with a session.
 */
export function AccountMenu({ children }: { children?: ReactNode }) {
  const t = useTranslations('frame')
  const { code, user } = useAccount()
  const site = useSite()
  const isUnknown = code === -1
  const reader = user ?? (isUnknown ? site.reader : null)
  if (code === 500)
    return (
      <button type="button" className="account-wait" title={t('account.failed')} onClick={() => void refreshAccount()}>
        <img src={fallbackAvatar} alt={t('account.failed')} width="36" height="36" />
      </button>
    )
  return (
    <>
      {(isUnknown || reader) && (
        <Menu
          name={t('account.menu')}
          className={reader ? 'account-menu' : 'account-menu when-member'}
          panel="list-panel panel-end"
          label={
            <img
              src={reader?.imageUrl || fallbackAvatar}
              alt={t('account.avatar')}
              width="36"
              height="36"
              onError={({ currentTarget }) => {
                if (!currentTarget.src.endsWith(fallbackAvatar)) currentTarget.src = fallbackAvatar
              }}
            />
          }
        >
          {reader && <span className="panel-note">{reader.email}</span>}
          {children}
          <PageLink to="/dashboard">{t('nav.dashboard')}</PageLink>
          <SignOut />
        </Menu>
      )}
      {!reader && (
        <PageLink to="/login" className={`btn btn-small btn-ink ${isUnknown ? 'unless-member' : ''}`}>
          {t('account.login')}
        </PageLink>
      )}
    </>
  )
}

function SignOut() {
  const t = useTranslations('frame.account')
  const locale = useLocale()
  const navigate = useNavigate()
  const leave = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await signOut())) return toast(t('failed'), 'error')
    toast(t('signedOut'))
    await navigate(inLanguage(locale, '/'))
  }
  return (
    <form method="post" action={inLanguage(locale, '/signout')} onSubmit={(event) => void leave(event)}>
      <button type="submit">{t('signOut')}</button>
    </form>
  )
}

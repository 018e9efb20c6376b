import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { refreshAccount, signOut, useAccount } from '../../browser/account.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'

const fallbackAvatar = '/images/user/avatar.png'

/** `children`: content of a shell about the reader, shown below the reader's address. */
export function AccountMenu({ children }: { children?: ReactNode }) {
  const t = useTranslations('frame')
  const { code, user } = useAccount()
  if (code === 500)
    return (
      <button type="button" className="account-wait" title={t('account.failed')} onClick={() => void refreshAccount()}>
        <img src={fallbackAvatar} alt={t('account.failed')} width="36" height="36" />
      </button>
    )
  if (code !== 0 || !user)
    return (
      <>
        {code === -1 && <img src={fallbackAvatar} alt="" className="account-wait when-member" width="36" height="36" />}
        <PageLink to="/login" className={`btn btn-small btn-ink ${code === -1 ? 'unless-member' : ''}`}>
          {t('account.login')}
        </PageLink>
      </>
    )
  return (
    <Menu
      name={t('account.menu')}
      className="account-menu"
      panel="list-panel panel-end"
      label={
        <img
          src={user.imageUrl || fallbackAvatar}
          alt={t('account.avatar')}
          width="36"
          height="36"
          onError={({ currentTarget }) => {
            if (!currentTarget.src.endsWith(fallbackAvatar)) currentTarget.src = fallbackAvatar
          }}
        />
      }
    >
      <span className="panel-note">{user.email}</span>
      {children}
      <PageLink to="/dashboard">{t('nav.dashboard')}</PageLink>
      <SignOut />
    </Menu>
  )
}

function SignOut() {
  const t = useTranslations('frame.account')
  const locale = useLocale()
  const navigate = useNavigate()
  const leave = async () => {
    if (!(await signOut())) return toast(t('failed'), 'error')
    toast(t('signedOut'))
    await navigate(inLanguage(locale, '/'))
  }
  return (
    <button type="button" onClick={() => void leave()}>
      {t('signOut')}
    </button>
  )
}

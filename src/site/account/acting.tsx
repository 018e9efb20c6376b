import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { movedToAccount } from '../browser/account.ts'
import { invoke } from '../browser/invoke.ts'
import type { Acting } from '../context/context.ts'
import { inLanguage } from '../page/page-link.tsx'
import { toast } from '../ui/toast.tsx'
import { useShownAccount } from './shown-account.tsx'
import './account.css'

/** The account in which the reader works, read from the loaders of account pages; null if the account has no team. */
export function useActing(): Acting | null {
  const matches = useMatches()
  const [found = null] = matches.flatMap(({ loaderData }) => actingIn(loaderData))
  return found
}

/**
 * Whether the reader has one of these roles in the shown account. In their own account without a team, readers are the
 * owner.
 */
export function useMay(roles: readonly TeamRole[]): boolean {
  return roles.includes(useActing()?.role ?? 'owner')
}

function actingIn(data: unknown): Acting[] {
  return typeof data === 'object' && data !== null && 'acting' in data && data.acting ? [data.acting as Acting] : []
}

/**
 * Returns a function that switches the session to another account (null: the reader's own) and opens the dashboard.
 * Other tabs reload their account pages. A refusal is shown in a toast. Needs the messages of `account`.
 */
export function useWorkIn(): (accountId: string | null) => Promise<void> {
  const t = useTranslations('account')
  const to = inLanguage(useLocale(), '/dashboard')
  return async (accountId) => {
    const result = await invoke('POST /api/team/act', { body: { accountId } })
    if (!result.ok) return toast(result.refusal.msg ?? t('busy'), 'error')
    movedToAccount()
    location.assign(to)
  }
}

/**
 * The band above the pages of another person's account, with the way back to the reader's own account. On every account
 * page it stores the shown account in the document, for `invoke`. Needs the messages of `account`.
 */
export function ActingBand() {
  const t = useTranslations('account.acting')
  const workIn = useWorkIn()
  const acting = useActing()
  const shown = useShownAccount()
  useEffect(() => {
    const { dataset } = document.documentElement
    if (shown) dataset.account = shown
    return () => void delete dataset.account
  }, [shown])
  if (!acting || acting.email === null) return null
  return (
    <section className="flow-apart gap-4-16 text-14 breakable pad-8-16 acting-band" aria-label={t('label')}>
      <p>{t('works', { email: acting.email, role: t(`role.${acting.role}`) })}</p>
      <button type="button" className="action-link" onClick={() => void workIn(null)}>
        {t('back')}
      </button>
    </section>
  )
}

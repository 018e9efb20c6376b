import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { movedToAccount } from '../browser/account.ts'
import { invoke } from '../browser/invoke.ts'
import type { Acting } from '../context/context.ts'
import { inLanguage } from '../page/page-link.tsx'
import { useShownAccount } from './shown-account.tsx'
import './account.css'

/** Null where the reader does as they like, in their own account. The loaders of account pages bring it. */
export function useActing(): Acting | null {
  const matches = useMatches()
  const [found = null] = matches.flatMap(({ loaderData }) => actingIn(loaderData))
  return found
}

/** Whether the reader has one of these roles in the account that is shown; in their own they have all. */
export function useMay(roles: readonly TeamRole[]): boolean {
  return roles.includes(useActing()?.role ?? 'owner')
}

function actingIn(data: unknown): Acting[] {
  return typeof data === 'object' && data !== null && 'acting' in data && data.acting ? [data.acting as Acting] : []
}

/** Lets the session work in another account, or in the own one; every open page of the account begins again. */
export async function workIn(accountId: string | null, to: string): Promise<string | null> {
  const result = await invoke('POST /api/team/act', { body: { accountId } })
  if (!result.ok) return result.refusal.msg ?? ''
  movedToAccount()
  location.assign(to)
  return null
}

/**
 * Stands above every page while it shows the account of a team, and keeps the account that is shown in the document, for `invoke`.
 * Needs the `account` words.
 */
export function ActingBand() {
  const t = useTranslations('account.acting')
  const to = inLanguage(useLocale(), '/dashboard')
  const acting = useActing()
  const shown = useShownAccount()
  useEffect(() => {
    const { dataset } = document.documentElement
    if (shown) dataset.account = shown
    return () => void delete dataset.account
  }, [shown])
  if (!acting || acting.email === null) return null
  return (
    <section className="acting-band" aria-label={t('label')}>
      <p>{t('works', { email: acting.email, role: t(`role.${acting.role}`) })}</p>
      <button type="button" className="action-link" onClick={() => void workIn(null, to)}>
        {t('back')}
      </button>
    </section>
  )
}

import { data, type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SecurityOverview } from '#src/contract/account/security.ts'
import { AccountShell } from '../../account/account-shell.tsx'
import { useAct } from '../../account/use-act.ts'
import type { PageHandle } from '../../frame/frame.tsx'
import { callApi } from '../../page/api-call.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { EmailCard, PasswordCard } from './credentials.tsx'
import { Devices } from './devices.tsx'
import { Identities } from './identities.tsx'
import { linkErrorOf } from './link-error.ts'
import { Passkeys } from './passkeys.tsx'
import { Totp } from './totp.tsx'
import { YourData } from './your-data.tsx'
import './security.css'

export const handle: PageHandle = { alwaysSticky: true }

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['security', 'account'], async ({ ctx, locale, url }) => {
    const overview = await callApi<SecurityOverview>(args, { method: 'GET', path: '/api/security' })
    if (!overview.ok && overview.status === 401)
      throw redirect(`/${locale}/login?redirect=/${locale}/dashboard/security`)
    if (!overview.ok) throw data(overview.msg, { status: overview.status })
    const providers = await callApi<{ id: string; name: string }[]>(args, {
      method: 'GET',
      path: '/api/auth/providers',
    })
    const linkError = linkErrorOf(url.searchParams)
    return {
      overview: overview.data,
      providers: providers.ok ? providers.data : [],
      linkError,
      now: ctx.clock.now(),
      head: { indexed: false },
    }
  })(args)

export default function SecurityPage() {
  const { overview, providers, linkError, now } = useLoaderData<typeof loader>()
  const t = useTranslations('security')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(
    overview.email,
    overview.hasPassword,
    () => void revalidator.revalidate(),
  )
  return (
    <AccountShell title={t('meta.title')} subtitle={t('lead')}>
      <div className="security-grid">
        <PasswordCard overview={overview} act={act} />
        <EmailCard overview={overview} act={act} />
        <Totp overview={overview} act={act} />
        <Passkeys overview={overview} act={act} now={now} />
      </div>
      {(providers.length > 0 || overview.identities.length > 0) && (
        <Identities overview={overview} providers={providers} linkError={linkError} act={act} />
      )}
      <Devices overview={overview} act={act} now={now} />
      <YourData overview={overview} act={act} />
      {dialog}
      {factorDialog}
    </AccountShell>
  )
}

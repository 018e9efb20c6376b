import { data, type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { SecurityOverview } from '#src/contract/account/security.ts'
import { AccountShell } from '../account/account-shell.tsx'
import { callApi } from '../account/api-call.server.ts'
import { useAct } from '../account/use-act.ts'
import type { PageHandle } from '../frame/frame.tsx'
import { accountPage } from '../page.server.ts'
import { EmailCard, PasswordCard } from './security/credentials.tsx'
import { Devices } from './security/devices.tsx'
import { Identities } from './security/identities.tsx'
import { linkErrorOf } from './security/link-error.ts'
import { Passkeys } from './security/passkeys.tsx'
import { Totp } from './security/totp.tsx'
import { YourData } from './security/your-data.tsx'
import './security/security.css'

export const handle: PageHandle = { alwaysSticky: true }

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['security', 'account'], async ({ ctx, locale, url }) => {
    const overview = await callApi<SecurityOverview>(args, { method: 'GET', path: '/api/security' })
    if (!overview.ok && overview.status === 401)
      throw redirect(`/${locale}/login?redirect=/${locale}/dashboard/security`)
    if (!overview.ok) throw data(overview.msg, { status: overview.status })
    const providers = ctx.settings.signInProviders.map(({ id, name }) => ({ id, name }))
    const linkError = linkErrorOf(url.searchParams)
    return { overview: overview.data, providers, linkError, now: ctx.clock.now(), head: { indexed: false } }
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

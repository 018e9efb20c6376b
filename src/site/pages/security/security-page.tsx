import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { useAct } from '../../account/use-act.ts'
import { demand, invoke } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { EmailCard, PasswordCard } from './credentials.tsx'
import { Devices } from './devices.tsx'
import { Identities } from './identities.tsx'
import { linkErrorOf } from './link-error.ts'
import { Passkeys } from './passkeys.tsx'
import { Totp } from './totp.tsx'
import { YourData } from './your-data.tsx'
import './security.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['security', 'account'], async ({ ctx, url }) => {
    const overview = await demand(args, 'GET /api/security', {})
    const providers = await invoke(args, 'GET /api/auth/providers', {})
    return {
      overview,
      providers: providers.ok ? providers.data : [],
      linkError: linkErrorOf(url.searchParams),
      now: ctx.clock.now(),
      head: { indexed: false },
    }
  })(args)

export default function SecurityPage() {
  const { overview, providers, linkError, now } = useLoaderData<typeof loader>()
  const t = useTranslations('security')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(overview.email, () => void revalidator.revalidate())
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <div className="stack security-grid">
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
    </AccountPage>
  )
}

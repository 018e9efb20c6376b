import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { useAct } from '../../account/use-act.ts'
import { attempt } from '../../page/invoke.server.ts'
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
  accountPage(['security', 'account'], async ({ ctx, url, session }) => {
    return {
      email: session.account.email,
      read: await attempt(args, 'GET /api/security', {}),
      listed: await attempt(args, 'GET /api/auth/providers', {}),
      linkError: linkErrorOf(url.searchParams),
      now: ctx.clock.now(),
      head: { indexed: false },
    }
  })(args)

export default function SecurityPage() {
  const { email, read, listed, linkError, now } = useLoaderData<typeof loader>()
  const t = useTranslations('security')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <CardOf title={t('meta.title')} read={read}>
        {(overview) => (
          <>
            <div className="stack gap-24 security-grid">
              <PasswordCard overview={overview} act={act} />
              <EmailCard overview={overview} act={act} />
              <Totp overview={overview} act={act} />
              <Passkeys overview={overview} act={act} now={now} />
            </div>
            <CardOf title={t('identities.title')} read={listed}>
              {(providers) =>
                (providers.length > 0 || overview.identities.length > 0) && (
                  <Identities overview={overview} providers={providers} linkError={linkError} act={act} />
                )
              }
            </CardOf>
            <Devices overview={overview} act={act} now={now} />
            <YourData overview={overview} act={act} />
          </>
        )}
      </CardOf>
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}

import { useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { movedToAccount } from '../../browser/account.ts'
import { invoke as ask } from '../../browser/invoke.ts'
import { answerOf, invoke } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import './team.css'

/** The target of an invitation's link. A visitor without a session signs in or up first and then returns. */
export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['team', 'account'], async ({ url, locale, session }) => {
    const token = url.searchParams.get('token') ?? ''
    if (token === '') throw redirect(`/${locale}/dashboard/team`)
    const pending = invoke(args, 'GET /api/team/invitation', { query: { token } })
    const read = await answerOf(args, pending, (answer) => ({
      invitation: answer.ok ? answer.data : null,
      refused: answer.ok ? null : answer.refusal.msg,
    }))
    return { token, email: session.account.email, read, head: { indexed: false } }
  })(args)

export default function JoinPage() {
  const { token, email, read } = useLoaderData<typeof loader>()
  const t = useTranslations('team')
  return (
    <AccountPage title={t('join.title')} subtitle={t('join.as', { email })}>
      <CardOf title={t('join.title')} read={read}>
        {(answer) => <InvitationCard token={token} {...answer} />}
      </CardOf>
    </AccountPage>
  )
}

type InvitationCardProps = { token: string; invitation: InvitationProps['invitation'] | null; refused: string | null }

function InvitationCard({ token, invitation, refused }: InvitationCardProps) {
  const t = useTranslations('team')
  const [failed, setFailed] = useState<string | null>(refused)
  return (
    <section className="card">
      {invitation && failed === null ? (
        <Invitation token={token} invitation={invitation} onRefused={setFailed} />
      ) : (
        <StateCard
          tone="error"
          title={t('join.refused')}
          action={
            <PageLink className="btn btn-outline" to="/dashboard">
              {t('join.back')}
            </PageLink>
          }
        >
          {failed}
        </StateCard>
      )}
    </section>
  )
}

type InvitationProps = {
  token: string
  invitation: { email: string; role: 'owner' | 'developer' | 'billing'; expiresAt: number }
  onRefused: (msg: string) => void
}

function Invitation({ token, invitation, onRefused }: InvitationProps) {
  const t = useTranslations('team')
  const { deadline } = useMoment()
  const to = inLanguage(useLocale(), '/dashboard')
  const { email, role, expiresAt } = invitation
  const join = async () => {
    const result = await ask('POST /api/team/join', { body: { token } })
    if (!result.ok) return onRefused(result.refusal.msg ?? '')
    movedToAccount()
    location.assign(to)
  }
  return (
    <div className="card-body stack form">
      <p>{t('join.lead', { email, role: t(`roles.${role}`) })}</p>
      <p className="text-muted">{t(`may.${role}`)}</p>
      <p className="text-muted">
        {t('join.until', { date: deadline(expiresAt) })} {t('join.what')}
      </p>
      <WorkButton className="btn btn-accent" work={join}>
        {t('join.accept')}
      </WorkButton>
    </div>
  )
}

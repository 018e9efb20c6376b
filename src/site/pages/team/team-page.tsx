import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { useAct } from '../../account/use-act.ts'
import { demand } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { InviteCard } from './invite-card.tsx'
import { MemberList } from './member-list.tsx'
import { Memberships } from './memberships.tsx'
import './team.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['team', 'account'], async () => {
    const { email } = await demand(args, 'GET /api/security', {})
    const team = await demand(args, 'GET /api/team', {})
    const { teams } = await demand(args, 'GET /api/team/memberships', {})
    return { email, team, teams, head: { indexed: false } }
  })(args)

export default function TeamPage() {
  const { email, team, teams } = useLoaderData<typeof loader>()
  const t = useTranslations('team')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <MemberList team={team} act={act} />
      {team.role === 'owner' && <InviteCard invites={team.invites} act={act} />}
      <Memberships teams={teams} act={act} />
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}

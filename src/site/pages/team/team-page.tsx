import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { unlessListed } from '../../account/list/unless-listed.ts'
import { useAct } from '../../account/use-act.ts'
import { demand } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { ExposedKeys } from './exposed-keys.tsx'
import { InviteCard } from './invite-card.tsx'
import { MemberList } from './member-list.tsx'
import { Memberships } from './memberships.tsx'
import './team.css'

export const shouldRevalidate = unlessListed

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['team', 'account'], async () => {
    const { email } = await demand(args, 'GET /api/security', {})
    const team = await demand(args, 'GET /api/team', {})
    const { teams } = await demand(args, 'GET /api/team/memberships', {})
    const exposed = team.role === 'owner' ? await demand(args, 'GET /api/team/exposed-keys', {}) : []
    return { email, team, teams, exposed, head: { indexed: false } }
  })(args)

export default function TeamPage() {
  const { email, team, teams, exposed } = useLoaderData<typeof loader>()
  const t = useTranslations('team')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <MemberList team={team} act={act} />
      {exposed.length > 0 && <ExposedKeys keys={exposed} act={act} />}
      {team.role === 'owner' && <InviteCard invites={team.invites} act={act} />}
      <Memberships teams={teams} act={act} />
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}

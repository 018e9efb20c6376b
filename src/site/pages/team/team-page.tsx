import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { unlessListed } from '../../account/list/unless-listed.ts'
import { useAct } from '../../account/use-act.ts'
import { attempt } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { known, knownOf } from '../../reads/read.ts'
import { ExposedKeys } from './exposed-keys.tsx'
import { InviteCard } from './invite-card.tsx'
import { MemberList } from './member-list.tsx'
import { Memberships } from './memberships.tsx'
import './team.css'

export const shouldRevalidate = unlessListed

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['team', 'account'], async ({ session }) => {
    const read = await attempt(args, 'GET /api/team', {})
    const isOwner = knownOf(read)?.role === 'owner'
    return {
      email: session.account.email,
      read,
      memberships: await attempt(args, 'GET /api/team/memberships', {}),
      exposed: isOwner ? await attempt(args, 'GET /api/team/exposed-keys', {}) : known([]),
      head: { indexed: false },
    }
  })(args)

export default function TeamPage() {
  const { email, read, memberships, exposed } = useLoaderData<typeof loader>()
  const t = useTranslations('team')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <CardOf title={t('members')} read={read}>
        {(team) => <MemberList team={team} act={act} />}
      </CardOf>
      <CardOf title={t('exposed.title')} read={exposed}>
        {(keys) => keys.length > 0 && <ExposedKeys keys={keys} act={act} />}
      </CardOf>
      <CardOf title={t('invite')} read={read}>
        {({ role, invites }) => role === 'owner' && <InviteCard invites={invites} act={act} />}
      </CardOf>
      <CardOf title={t('others')} read={memberships}>
        {({ teams }) => <Memberships teams={teams} act={act} />}
      </CardOf>
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}

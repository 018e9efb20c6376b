import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../page/invoke.server.ts'
import { knownOf } from '../../reads/read.ts'
import { ActLink } from '../acts/act.tsx'
import { unlessAct } from '../acts/act-address.ts'
import { consoleAction } from '../acts/console-action.server.ts'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { Approvals, PastApprovals } from './approvals.tsx'
import { Members } from './members.tsx'
import { StaffActs } from './staff-acts.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorStaff', 'operatorAudit'], async ({ may, attempt }) => ({
    staff: may('staff.list') ? await attempt(invoke(args, 'GET /api/operator/staff', {})) : null,
    approvals: await attempt(invoke(args, 'GET /api/operator/approvals', {})),
  }))(args)

export const action = consoleAction({
  grant: ({ text }, args) =>
    send(args, 'POST /api/operator/staff/grant', { body: { email: text('email'), role: text('role') } }),
  revoke: ({ text }, args) =>
    send(args, 'POST /api/operator/staff/revoke', { body: { email: text('email'), role: text('role') } }),
  confirm: ({ text }, args) => send(args, 'POST /api/operator/approvals/{id}/confirm', { params: { id: text('on') } }),
  drop: ({ text }, args) => send(args, 'POST /api/operator/approvals/{id}/drop', { params: { id: text('on') } }),
})

export default function StaffPage() {
  const t = useTranslations('operatorStaff')
  const loaded = useLoaderData<typeof loader>()
  const done = { grant: t('done.grant'), revoke: t('done.revoke'), confirm: t('done.confirm'), drop: t('done.drop') }
  return (
    <ConsolePage
      loaded={loaded}
      title={t('meta.title')}
      lead={t('lead')}
      done={done}
      tools={(_, { may }) => may('staff.grant') && <ActLink act="grant">{t('grant.open')}</ActLink>}
    >
      {({ staff, approvals }, { may }) => (
        <>
          <PanelOf title={t('approvals.title')} read={approvals}>
            {({ open }) => <Approvals approvals={open} mayConfirm={may('approval.confirm')} />}
          </PanelOf>
          {staff && (
            <PanelOf title={t('members.title')} read={staff}>
              {(known) => <Members staff={known} />}
            </PanelOf>
          )}
          <PanelOf title={t('history.title')} read={approvals}>
            {({ closed }) => <PastApprovals approvals={closed} />}
          </PanelOf>
          <StaffActs staff={(staff && knownOf(staff)) ?? []} approvals={knownOf(approvals)?.open ?? []} />
        </>
      )}
    </ConsolePage>
  )
}

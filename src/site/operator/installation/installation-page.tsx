import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../page/invoke.server.ts'
import { unlessAct } from '../acts/act-address.ts'
import { consoleAction } from '../acts/console-action.server.ts'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { BackupsPanel } from './backups-panel.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { KeyringPanel } from './keyring-panel.tsx'
import { LeasesPanel, ProcessesPanel, ProcessPanel } from './machine-panels.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { StorePanel } from './store-panel.tsx'
import './installation.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorInstallation', async ({ get }) => get(await invoke(args, 'GET /api/operator/installation', {})))(
    args,
  )

export const action = consoleAction({
  rotate: (_, args) => send(args, 'POST /api/operator/keyring/rotate', { body: {} }),
  reseal: (_, args) => send(args, 'POST /api/operator/keyring/reseal', { body: {} }),
  retire: ({ text }, args) =>
    send(args, 'POST /api/operator/keyring/{version}/retire', { params: { version: text('on') }, body: {} }),
})

const doneActs = ['rotate', 'reseal', 'retire'] as const

export default function InstallationPage() {
  const t = useTranslations('operatorInstallation')
  const loaded = useLoaderData<typeof loader>()
  return (
    <ConsolePage
      loaded={loaded}
      title={t('meta.title')}
      lead={t('lead')}
      done={Object.fromEntries(doneActs.map((act) => [act, t(`keyring.done.${act}`)]))}
    >
      {(page, reader) => (
        <div className="stack at-start console-two">
          <div className="stack">
            <DoctorPanel doctor={page.doctor} />
            <SettingsPanel groups={page.groups} />
          </div>
          <div className="stack">
            <ProcessPanel installation={page} />
            <BackupsPanel backups={page.backups} schedule={page.schedule} />
            <ProcessesPanel processes={page.processes} />
            <LeasesPanel leases={page.leases} />
            <KeyringPanel keyring={page.keyring} reader={reader} />
            {page.stores.map((store, at) => (
              <StorePanel key={store?.name ?? at} store={store} />
            ))}
          </div>
        </div>
      )}
    </ConsolePage>
  )
}

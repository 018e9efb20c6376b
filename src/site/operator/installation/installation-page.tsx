import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke } from '../../page/invoke.server.ts'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { KeyringPanel, LeasesPanel, ProcessPanel } from './machine-panels.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { StorePanel } from './store-panel.tsx'
import './installation.css'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorInstallation', async ({ get }) => get(await invoke(args, 'GET /api/operator/installation', {})))(
    args,
  )

export default function InstallationPage() {
  const t = useTranslations('operatorInstallation')
  const loaded = useLoaderData<typeof loader>()
  return (
    <ConsolePage loaded={loaded} title={t('meta.title')} lead={t('lead')}>
      {(page) => (
        <div className="console-two">
          <div>
            <DoctorPanel doctor={page.doctor} />
            <SettingsPanel groups={page.groups} />
          </div>
          <div>
            <ProcessPanel installation={page} />
            <LeasesPanel leases={page.leases} />
            <KeyringPanel keyring={page.keyring} />
            {page.stores.map((store, at) => (
              <StorePanel key={store?.name ?? at} store={store} />
            ))}
          </div>
        </div>
      )}
    </ConsolePage>
  )
}

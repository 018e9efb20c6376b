import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { invoke } from '../../../page/invoke.server.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { HeatMap, Legend } from './heat-map.tsx'
import { StoredTable } from './stored-table.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorCoverage'], async ({ get }) =>
    get(await invoke(args, 'GET /api/operator/coverage', {})),
  )(args)

export default function CoveragePage() {
  const t = useTranslations('operatorCoverage')
  const format = useFormatter()
  const loaded = useLoaderData<typeof loader>()
  return (
    <ConsolePage loaded={loaded} tabs={<DataTabs />} title={t('title')} lead={t('lead')}>
      {({ counted, places }) => (
        <>
          <Panel title={t('recent')} aside={counted && <Legend />} flush foot={counted && t('opens')}>
            {counted ? (
              <HeatMap exchanges={places} />
            ) : (
              <EmptyState title={t('notCounted')}>{t('notCountedText')}</EmptyState>
            )}
          </Panel>
          {counted && (
            <Panel
              title={t('stored')}
              aside={
                <span>
                  {t('counted', { ms: format.number(counted.ms) })} <Moment at={counted.at} />
                </span>
              }
              flush
            >
              <StoredTable exchanges={places} />
            </Panel>
          )}
        </>
      )}
    </ConsolePage>
  )
}

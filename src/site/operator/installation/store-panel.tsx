import { useFormatter, useTranslations } from 'use-intl'
import type { InstalledStore } from '#src/contract/operator/installation.ts'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { useBytes } from '../parts/words/spans.ts'

const names: Record<InstalledStore['name'], string> = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' }

/** The version and the largest tables of a store; null: the store cannot be read. */
export function StorePanel({ store }: { store: InstalledStore | null }) {
  const t = useTranslations('operatorInstallation.store')
  const format = useFormatter()
  const bytes = useBytes()
  if (!store)
    return (
      <Panel title={t('title')}>
        <EmptyState title={t('unread')} read="failed" />
      </Panel>
    )
  const { name, isEmbedded, version, migration, tables } = store
  return (
    <Panel title={names[name]} aside={bytes(store.bytes)} flush>
      <Facts
        facts={[
          { name: t('version'), value: <code className="num">{version}</code> },
          { name: t('place'), value: t(isEmbedded ? 'embedded' : 'external') },
          { name: t('migration'), value: migration && <code className="num">{migration}</code> },
          ...tables.map(({ table, bytes: size, rows }) => ({
            key: `table ${table}`,
            name: <code className="num">{table}</code>,
            value: (
              <>
                {bytes(size)}{' '}
                <span className="text-muted">{t('rows', { rows: format.number(rows, { notation: 'compact' }) })}</span>
              </>
            ),
          })),
        ]}
      />
    </Panel>
  )
}

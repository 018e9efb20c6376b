import { useTranslations } from 'use-intl'
import type { EffectiveSetting, Installation } from '#src/contract/operator/installation.ts'
import { Panel } from '../parts/frame/panel.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'

/** Each setting with its value in the process that responds, and the origin of the value. */
export function SettingsPanel({ groups }: Pick<Installation, 'groups'>) {
  const t = useTranslations('operatorInstallation.settings')
  const columns: Column<EffectiveSetting>[] = [
    {
      name: 'setting',
      label: t('setting'),
      cell: ({ env, meaning }) => (
        <span>
          <code className="num">{env}</code>
          <span className="row-note">{meaning}</span>
        </span>
      ),
    },
    { name: 'value', label: t('value'), cell: (setting) => <SettingValue setting={setting} /> },
    {
      name: 'origin',
      label: t('origin'),
      cell: ({ origin }) =>
        origin === 'default' ? <span className="text-muted">{t('origins.default')}</span> : t(`origins.${origin}`),
    },
  ]
  return (
    <Panel title={t('title')} aside={t('aside')} flush>
      {groups.map(({ name, settings }) => (
        <details key={name} className="unmarked setting-group">
          <summary>
            <h3>{name}</h3>
            <GroupCount settings={settings} />
          </summary>
          <DenseTable caption={name} columns={columns} rows={settings} rowKey={({ env }) => env} empty={null} />
        </details>
      ))}
    </Panel>
  )
}

function GroupCount({ settings }: { settings: readonly EffectiveSetting[] }) {
  const t = useTranslations('operatorInstallation.settings')
  const given = settings.filter(({ origin }) => origin !== 'default').length
  return (
    <span className="flow-middle fine gap-4-12 push-end setting-count">
      {given > 0 && <span className="tag">{t('given', { count: String(given) })}</span>}
      {t('count', { count: settings.length })}
    </span>
  )
}

function SettingValue({ setting: { value, isSecret, isSet } }: { setting: EffectiveSetting }) {
  const t = useTranslations('operatorInstallation.settings')
  if (value !== null) return <code className="num breakable">{value}</code>
  if (!isSet) return <span className="text-muted">{t('none')}</span>
  return isSecret ? <span className="tag">{t('secret')}</span> : null
}

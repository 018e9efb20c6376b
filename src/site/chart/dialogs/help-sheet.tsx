import { useTranslations } from 'use-intl'
import { helpRows } from '../control/keys/shortcuts.ts'
import { Modal } from './modal.tsx'

export function HelpSheet({ close }: { close: () => void }) {
  const t = useTranslations('chart.help')
  const search = useTranslations('chart.search')
  const intervals = useTranslations('chart.intervalLabels')
  return (
    <Modal title={t('title')} closeLabel={search('close')} className="help-sheet" onClose={close}>
      <dl className="dialog-list">
        <div className="list-row">
          <dt>{t('type')}</dt>
          <dd>{t('typeDoes')}</dd>
        </div>
        {helpRows.map(({ keys, words }) => (
          <div key={words} className="list-row">
            <dt className="flow">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>
              {words === 'interval'
                ? t('interval', { from: intervals('1m'), to: intervals('1M') })
                : words === 'older'
                  ? `${t('older')} / ${t('newer')}`
                  : t(words)}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

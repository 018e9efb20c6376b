import { useTranslations } from 'use-intl'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { toast } from '../../ui/toast.tsx'
import { Part } from './part.tsx'

const variants = ['accent', 'outline', 'ink', 'danger', 'quiet'] as const

export function Controls() {
  const t = useTranslations('dashboard')
  const words = useTranslations('payment')
  return (
    <>
      <Part name="btn">
        {['', ' btn-small'].map((size) => (
          <div key={size} className="acts">
            {variants.map((variant) => (
              <button key={variant} type="button" className={`btn btn-${variant}${size}`}>
                {t('first.copy')}
              </button>
            ))}
            {variants.map((variant) => (
              <button key={variant} type="button" className={`btn btn-${variant}${size}`} disabled>
                {t('first.copy')}
              </button>
            ))}
          </div>
        ))}
        <div className="acts">
          <CopyButton text={t('first.title')} />
          <button type="button" className="action-link">
            {t('keys.rename')}
          </button>
          <button type="button" className="action-link is-danger">
            {t('keys.revoke')}
          </button>
          <a className="link" href="#parts">
            {t('docs.rest')}
          </a>
        </div>
      </Part>
      <Part name="Field, SelectField, TextAreaField">
        <div className="stack pair gap-24 at-start">
          <Field label={t('rename.label')} />
          <Field label={t('rename.label')} hint={t('reset.again')} defaultValue={t('keys.alias')} />
          <Field label={t('rename.label')} error={t('rename.empty')} />
          <Field label={t('rename.label')} disabled defaultValue={t('keys.alias')} />
          <SelectField label={t('reset.overlap')} hint={t('reset.again')}>
            <option>{t('reset.hours', { hours: 1 })}</option>
          </SelectField>
          <TextAreaField label={t('rename.label')} error={t('rename.empty')} rows={2} />
        </div>
      </Part>
      <Part name="seg">
        <div className="seg">
          {(['integrated', 'stock', 'fund', 'future'] as const).map((market, position) => (
            <button key={market} type="button" aria-pressed={position === 1}>
              {t(`subscriptions.${market}`)}
            </button>
          ))}
        </div>
      </Part>
      <Part name="notice">
        <p className="notice">{words('order.onlyNetwork', { chain: 'TRON' })}</p>
        <p className="notice notice-bad">{words('order.reconnecting')}</p>
      </Part>
      <Part name="StateCard">
        <div className="stack pair gap-24 at-start">
          <div className="card">
            <StateCard title={t('keys.empty')}>{t('keys.emptyText')}</StateCard>
          </div>
          <div className="card">
            <StateCard
              tone="error"
              title={t('keys.failed')}
              action={
                <button type="button" className="btn btn-outline">
                  {t('keys.retry')}
                </button>
              }
            />
          </div>
        </div>
      </Part>
      <Part name="toast, confirm, Menu">
        <div className="acts">
          <button type="button" className="btn btn-outline" onClick={() => toast(t('rename.done'))}>
            toast
          </button>
          <button type="button" className="btn btn-outline" onClick={() => toast(t('rename.failed'), 'error')}>
            toast error
          </button>
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => void confirm({ title: t('free.title'), message: t('revoke.message'), danger: true })}
          >
            confirm
          </button>
          <Menu name="Menu" label="Menu" panel="list-panel">
            <button type="button">{t('keys.rename')}</button>
            <button type="button" aria-current="true">
              {t('keys.reset')}
            </button>
          </Menu>
        </div>
      </Part>
    </>
  )
}

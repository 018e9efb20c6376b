import { useTranslations } from 'use-intl'
import type { SoldPlan } from '#src/contract/operator/content/content.ts'
import { announcementLevels, announcementTextMax } from '#src/contract/values/announcement.ts'
import { Act, ActField, ActSelect } from '../acts/act.tsx'
import { LanguageAreas } from '../acts/language-fields.tsx'

export function AnnounceAct({ plans }: { plans: readonly SoldPlan[] }) {
  const t = useTranslations('operatorContent')
  return (
    <Act
      name="announce"
      title={t('announce.title')}
      effects={[t('announce.shows'), t('announce.closes')]}
      submit={t('announce.submit')}
    >
      <LanguageAreas
        label={(language) => t('announce.text', { language })}
        rows={2}
        maxLength={announcementTextMax}
        required
      />
      <ActSelect label={t('announce.readers')} name="readers" defaultValue="all">
        <option value="all">{t('readers.all')}</option>
        <option value="customers">{t('readers.customers')}</option>
        <option value="everybody">{t('readers.everybody')}</option>
        <optgroup label={t('readers.plan')}>
          {plans.map(({ id, name }) => (
            <option key={id} value={`plan:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      </ActSelect>
      <ActSelect label={t('announce.level')} name="level" defaultValue="info">
        {announcementLevels.map((level) => (
          <option key={level} value={level}>
            {t(`announce.levels.${level}`)}
          </option>
        ))}
      </ActSelect>
      <ActField label={t('announce.from')} hint={t('announce.now')} name="from" type="datetime-local" />
      <ActField label={t('announce.until')} hint={t('announce.forever')} name="until" type="datetime-local" />
    </Act>
  )
}

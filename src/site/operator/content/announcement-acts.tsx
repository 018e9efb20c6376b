import { useLocale, useTranslations } from 'use-intl'
import type { ListedAnnouncement, SoldPlan } from '#src/contract/operator/content/content.ts'
import { announcementLevels, announcementTextMax } from '#src/contract/values/announcement.ts'
import { Act, ActField, ActSelect } from '../acts/act.tsx'
import { LanguageAreas } from '../acts/language-fields.tsx'

type AnnouncementActsProps = {
  announcements: readonly ListedAnnouncement[]
  plans: readonly SoldPlan[]
  email: string
}

/** The forms of the announcements; the address says which one is open. */
export function AnnouncementActs({ announcements, plans, email }: AnnouncementActsProps) {
  const t = useTranslations('operatorContent')
  const locale = useLocale()
  return (
    <>
      <Act
        name="announce"
        title={t('announce.title')}
        effects={[t('announce.shows'), t('announce.closes')]}
        submit={t('announce.submit')}
        email={email}
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
      {announcements
        .filter(({ state }) => state !== 'over')
        .map(({ id, texts, state }) => (
          <Act
            key={id}
            name="end"
            on={String(id)}
            title={t('end.title')}
            effects={[texts[locale], t(`end.${state === 'coming' ? 'never' : 'atOnce'}`), t('end.again')]}
            submit={t('end.submit')}
            email={email}
            danger
          />
        ))}
    </>
  )
}

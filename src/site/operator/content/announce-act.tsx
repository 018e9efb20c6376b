import { useLocale, useTranslations } from 'use-intl'
import type { ListedAnnouncement, SoldPlan } from '#src/contract/operator/content/content.ts'
import { textIn } from '#src/contract/status/status.ts'
import { announcementLevels, announcementTextMax } from '#src/contract/values/announcement.ts'
import { Act, ActArea, ActField, ActSelect, type FormValues } from '../acts/act.tsx'
import { LanguageTabs } from '../acts/language-tabs.tsx'
import { textsIn } from '../acts/texts-in.ts'
import '../../announcements/announcements.css'

export function AnnounceAct({ plans }: { plans: readonly SoldPlan[] }) {
  const t = useTranslations('operatorContent')
  return (
    <Act
      name="announce"
      title={t('announce.title')}
      effects={[t('announce.shows'), t('announce.closes')]}
      submit={t('announce.submit')}
      preview={announcementPreview}
    >
      <AnnouncementFields plans={plans} announcement={null} />
    </Act>
  )
}

export function announcementPreview(values: FormValues) {
  return <Line values={values} />
}

/** The announcement as readers see it at the top of their pages. */
function Line({ values }: { values: FormValues }) {
  const t = useTranslations('operatorContent.announce')
  const { text, locale } = textIn(textsIn(values, ''), useLocale())
  return (
    <ul className="announcements">
      <li data-level={values.text('level') || 'info'}>
        <p lang={locale}>{text || <span className="text-muted">{t('nothing')}</span>}</p>
      </li>
    </ul>
  )
}

type AnnouncementFieldsProps = { plans: readonly SoldPlan[]; announcement: ListedAnnouncement | null }

export function AnnouncementFields({ plans, announcement }: AnnouncementFieldsProps) {
  const t = useTranslations('operatorContent')
  const act = useTranslations('operator.act')
  // A plan that is no longer sold is not among the plans.
  const own = announcement?.planIds?.filter((id) => !plans.some((plan) => plan.id === id)) ?? []
  return (
    <>
      <div className="act-pair">
        <ActSelect label={t('announce.readers')} name="readers" defaultValue={readersIn(announcement)}>
          <option value="all">{t('readers.all')}</option>
          <option value="customers">{t('readers.customers')}</option>
          <option value="everybody">{t('readers.everybody')}</option>
          <optgroup label={t('readers.plan')}>
            {[...plans, ...own.map((id) => ({ id, name: id }))].map(({ id, name }) => (
              <option key={id} value={`plan:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </ActSelect>
        <ActSelect label={t('announce.level')} name="level" defaultValue={announcement?.level ?? 'info'}>
          {announcementLevels.map((level) => (
            <option key={level} value={level}>
              {t(`announce.levels.${level}`)}
            </option>
          ))}
        </ActSelect>
      </div>
      <LanguageTabs>
        {(locale, language) => (
          <ActArea
            label={t('announce.text', { language })}
            hint={act('oneIsEnough')}
            name={locale}
            lang={locale}
            rows={3}
            maxLength={announcementTextMax}
            defaultValue={announcement?.texts[locale]}
          />
        )}
      </LanguageTabs>
      <div className="act-pair">
        <ActField
          label={t('announce.from')}
          hint={t(announcement ? 'announce.unchanged' : 'announce.now')}
          name="from"
          type="datetime-local"
          defaultValue={announcement?.state === 'coming' ? fieldOf(announcement.startsAt) : ''}
          wrong={t('announce.wrongFrom')}
        />
        <ActField
          label={t('announce.until')}
          hint={t('announce.forever')}
          name="until"
          type="datetime-local"
          defaultValue={announcement?.endsAt ? fieldOf(announcement.endsAt) : ''}
          wrong={t('announce.wrongUntil')}
        />
      </div>
    </>
  )
}

function readersIn(announcement: ListedAnnouncement | null): string {
  if (announcement === null) return 'all'
  const { planIds, isPublic, audience } = announcement
  return planIds ? `plan:${planIds[0]}` : isPublic ? 'everybody' : audience
}

/** A UTC time as the value of a datetime-local input. */
function fieldOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16)
}

import { useLocale, useTranslations } from 'use-intl'
import { type Locale, locales } from '#src/contract/locale.ts'
import type { ChangelogRow } from '#src/contract/operator/content/changelog.ts'
import { changelogTextMax } from '#src/contract/values/announcement.ts'
import { Act, ActArea, ActField } from '../../acts/act.tsx'

type ChangelogActsProps = { entries: readonly ChangelogRow[]; today: string; email: string }

/** The forms of the page; the address says which one is open. */
export function ChangelogActs({ entries, today, email }: ChangelogActsProps) {
  const t = useTranslations('operatorChangelog')
  return (
    <>
      <Act
        name="add"
        title={t('add.title')}
        effects={[t('add.draft'), t('add.markdown')]}
        submit={t('add.submit')}
        email={email}
      >
        <Fields day={today} />
      </Act>
      {entries.flatMap(({ id, day, texts, version, isPublished }) => {
        const about = { on: `${id}`, hidden: { version }, email }
        return [
          <Act
            {...about}
            key={`edit ${id}`}
            name="edit"
            title={t('edit.title', { day })}
            effects={[t(isPublished ? 'edit.everybody' : 'add.draft'), t('add.markdown')]}
            submit={t('edit.submit')}
          >
            <Fields day={day} texts={texts} />
          </Act>,
          <Act
            {...about}
            key={`publish ${id}`}
            name="publish"
            title={t('publish.title', { day })}
            effects={[t('publish.shows'), t('publish.languages')]}
            submit={t('publish.submit')}
          />,
          <Act
            {...about}
            key={`remove ${id}`}
            name="remove"
            title={t('remove.title', { day })}
            effects={[t(isPublished ? 'remove.gone' : 'remove.draft'), t('remove.log')]}
            submit={t('remove.submit')}
            danger
          />,
        ]
      })}
    </>
  )
}

/** The day, and one text for each language, the reader's own first. */
function Fields({ day, texts }: { day: string; texts?: Record<Locale, string> }) {
  const t = useTranslations('operatorChangelog')
  const names = useTranslations('frame.language')
  const own = useLocale()
  const order: Locale[] = [own, ...locales.filter((locale) => locale !== own)]
  return (
    <>
      <ActField label={t('day')} name="day" type="date" defaultValue={day} required />
      {order.map((locale) => (
        <ActArea
          key={locale}
          label={t('textIn', { language: names(locale) })}
          name={locale}
          lang={locale}
          rows={4}
          maxLength={changelogTextMax}
          defaultValue={texts?.[locale]}
          required
        />
      ))}
    </>
  )
}

import { useTranslations } from 'use-intl'
import type { ChangelogRow } from '#src/contract/operator/content/changelog.ts'
import { changelogTextMax } from '#src/contract/values/announcement.ts'
import { Act, ActField } from '../../acts/act.tsx'
import { LanguageAreas } from '../../acts/language-fields.tsx'

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
function Fields({ day, texts }: { day: string; texts?: ChangelogRow['texts'] }) {
  const t = useTranslations('operatorChangelog')
  return (
    <>
      <ActField label={t('day')} name="day" type="date" defaultValue={day} required />
      <LanguageAreas
        label={(language) => t('textIn', { language })}
        rows={4}
        maxLength={changelogTextMax}
        texts={texts}
        required
      />
    </>
  )
}

import { useTranslations } from 'use-intl'
import type { WireCannedText } from '#src/contract/operator/tickets.ts'
import { contactMessageMax } from '#src/contract/site.ts'
import { Act, ActField } from '../../acts/act.tsx'
import { LanguageAreas } from '../../acts/language-fields.tsx'

/** The forms of the page: a new text, a changed one, one that goes. */
export function TextActs({ texts, email }: { texts: readonly WireCannedText[]; email: string }) {
  const t = useTranslations('operatorTickets.texts')
  return (
    <>
      <Act name="add" title={t('addTitle')} effects={[t('everybody')]} submit={t('keep')} email={email}>
        <ActField
          label={t('name')}
          name="name"
          pattern="[a-z0-9\-]{1,40}"
          maxLength={40}
          hint={t('nameHint')}
          autoComplete="off"
          required
        />
        <TextFields />
      </Act>
      {texts.map(({ name, version, texts }) => (
        <Act
          key={`edit ${name}`}
          name="edit"
          on={name}
          title={t('editTitle', { name })}
          effects={[t('sentStay')]}
          submit={t('keep')}
          hidden={{ version }}
          email={email}
        >
          <TextFields texts={texts} />
        </Act>
      ))}
      {texts.map(({ name, version }) => (
        <Act
          key={`remove ${name}`}
          name="remove"
          on={name}
          title={t('removeTitle', { name })}
          effects={[t('sentStay')]}
          submit={t('removeSubmit')}
          hidden={{ version }}
          email={email}
          danger
        />
      ))}
    </>
  )
}

function TextFields({ texts }: { texts?: WireCannedText['texts'] }) {
  return <LanguageAreas label={(language) => language} rows={4} maxLength={contactMessageMax} texts={texts} required />
}

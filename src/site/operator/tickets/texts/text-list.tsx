import { useTranslations } from 'use-intl'
import { languages, locales } from '#src/contract/locale.ts'
import type { WireCannedText } from '#src/contract/operator/tickets.ts'
import { ActLink } from '../../acts/act.tsx'

/** Each canned text with its three languages side by side. */
export function TextList({ texts, mayChange }: { texts: readonly WireCannedText[]; mayChange: boolean }) {
  const t = useTranslations('operatorTickets.texts')
  return (
    <ul className="desk-canned">
      {texts.map(({ name, texts }) => (
        <li key={name}>
          <div className="desk-canned-head">
            <h3 className="num">{name}</h3>
            {mayChange && (
              <span className="row-acts">
                <ActLink act="edit" on={name} className="action-link" label={t('editOf', { name })}>
                  {t('edit')}
                </ActLink>
                <ActLink act="remove" on={name} className="action-link" label={t('removeOf', { name })}>
                  {t('remove')}
                </ActLink>
              </span>
            )}
          </div>
          <dl>
            {locales.map((locale) => (
              <div key={locale}>
                <dt>{languages[locale].name}</dt>
                <dd lang={locale}>{texts[locale]}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

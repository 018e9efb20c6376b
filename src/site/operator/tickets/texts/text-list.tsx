import { useTranslations } from 'use-intl'
import { languages, locales } from '#src/contract/locale.ts'
import type { WireCannedText } from '#src/contract/operator/tickets.ts'
import { contactMessageMax } from '#src/contract/site.ts'
import { ActArea } from '../../acts/act.tsx'
import { LanguageTabs } from '../../acts/language-tabs.tsx'
import { type RowAct, RowForms, RowLinks } from '../../list/list-and-act.tsx'

type TextListProps = { texts: readonly WireCannedText[]; mayChange: boolean }

export function TextList({ texts, mayChange }: TextListProps) {
  const acts = useActs()
  return (
    <>
      <ul className="ruled desk-canned">
        {texts.map((row) => (
          <li key={row.name}>
            <div className="flow-ends flow-base">
              <h3 className="num">{row.name}</h3>
              {mayChange && <RowLinks row={row} on={row.name} acts={acts} />}
            </div>
            <dl>
              {locales
                .filter((locale) => row.texts[locale] !== '')
                .map((locale) => (
                  <div key={locale}>
                    <dt>{languages[locale].name}</dt>
                    <dd lang={locale}>{row.texts[locale]}</dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
      {texts.map((row) => (
        <RowForms key={row.name} {...{ row, on: row.name, acts }} hidden={{ version: row.version }} />
      ))}
    </>
  )
}

function useActs(): RowAct<WireCannedText>[] {
  const t = useTranslations('operatorTickets.texts')
  const worded = (name: 'edit' | 'remove') => ({
    ...{ name, link: t(name) },
    label: ({ name: text }: WireCannedText) => t(`${name}Of`, { name: text }),
    title: ({ name: text }: WireCannedText) => t(`${name}Title`, { name: text }),
    effects: () => [t('sentStay')],
  })
  return [
    { ...worded('edit'), submit: t('keep'), fields: ({ texts }) => <TextFields texts={texts} /> },
    { ...worded('remove'), submit: t('removeSubmit'), danger: true },
  ]
}

export function TextFields({ texts }: { texts?: WireCannedText['texts'] }) {
  const t = useTranslations('operator.act')
  return (
    <LanguageTabs>
      {(locale, language) => (
        <ActArea
          label={language}
          hint={t('oneIsEnough')}
          name={locale}
          lang={locale}
          rows={8}
          maxLength={contactMessageMax}
          defaultValue={texts?.[locale]}
        />
      )}
    </LanguageTabs>
  )
}

import { Link, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { languages, locales } from '#src/contract/locale.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState, RefusedState } from '../parts/frame/states.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import { Faults } from './faults.tsx'
import type { TextRow, TextState, Texts as TextsData } from './texts.server.ts'

const tones: Record<TextState, Tone> = { edited: 'good', own: 'good', faulty: 'bad', product: 'none', none: 'warn' }

type TextsProps = { texts: TextsData; mayEdit: boolean }

export function Texts({ texts: { folder, isReadable, rows, faulty }, mayEdit }: TextsProps) {
  const t = useTranslations('operatorContent.texts')
  const columns = useColumns(mayEdit)
  return (
    <Panel title={t('title')} aside={folder} foot={folder === null && <p>{t('how')}</p>} flush>
      {!isReadable && (
        <RefusedState title={t('unreadable', { folder: folder ?? '' })}>{t('unreadableText')}</RefusedState>
      )}
      {faulty.length > 0 && (
        <ul className="stack text-faults">
          {faulty.map(({ path, faults }) => (
            <li key={path}>
              <PreviewLink path={path} /> {t('unused')}
              <Faults faults={faults} />
            </li>
          ))}
        </ul>
      )}
      <DenseTable
        caption={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ address }) => address}
        empty={<EmptyState title={t('title')} />}
      />
    </Panel>
  )
}

function useColumns(mayEdit: boolean): Column<TextRow>[] {
  const t = useTranslations('operatorContent.texts')
  return [
    {
      name: 'text',
      label: t('text'),
      cell: ({ title, address }) => (
        <span>
          <b>{title}</b>
          <code className="row-note num">{address}</code>
        </span>
      ),
    },
    ...locales.map((locale, at) => ({
      name: locale,
      label: languages[locale].name,
      cell: ({ title, address, languages: texts }: TextRow) => {
        const { state = 'none', path = '' } = texts[at] ?? {}
        return (
          <span className="flow-base">
            <Pill tone={tones[state]}>
              {state === 'none' ? t('states.none') : <Whose {...{ state, path, locale, address }} />}
            </Pill>
            {mayEdit && path !== '' && (
              <PageLink
                className="action-link"
                to={`/operator/content/text?${new URLSearchParams({ path })}`}
                aria-label={t('editOf', { title, language: languages[locale].name })}
              >
                {t('edit')}
              </PageLink>
            )}
          </span>
        )
      },
    })),
  ]
}

type WhoseProps = { state: Exclude<TextState, 'none'>; path: string; locale: string; address: string }

/** Links a file of the operator to its preview, and other texts to their pages. */
function Whose({ state, path, locale, address }: WhoseProps) {
  const t = useTranslations('operatorContent.texts.states')
  if (state === 'own' || state === 'faulty') return <PreviewLink path={path}>{t(state)}</PreviewLink>
  return (
    <a className="link" href={`/${locale}${address}`} lang={locale}>
      {t(state)}
    </a>
  )
}

function PreviewLink({ path, children = path }: { path: string; children?: string }) {
  const here = inLanguage(useLocale(), '/operator/content')
  const isHere = new URLSearchParams(useLocation().search).get('text') === path
  return (
    <Link className="link" to={`${here}?${new URLSearchParams({ text: path })}`} aria-current={isHere || undefined}>
      {children}
    </Link>
  )
}

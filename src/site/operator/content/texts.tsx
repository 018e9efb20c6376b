import { Form, Link, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { languages, locales } from '#src/contract/locale.ts'
import type { OwnTextList } from '#src/contract/operator/content/content.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState, RefusedState } from '../parts/frame/states.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import { Faults } from './faults.tsx'
import type { TextRow, TextState, Texts as TextsData } from './texts.server.ts'

type Untranslated = NonNullable<OwnTextList['untranslated']>

const tones: Record<TextState, Tone> = { edited: 'good', own: 'good', faulty: 'bad', product: 'none', none: 'warn' }

type TextsProps = { texts: TextsData; mayEdit: boolean }

export function Texts({ texts, mayEdit }: TextsProps) {
  const t = useTranslations('operatorContent.texts')
  const { folder, isReadable, documents, docs, pages, faulty, untranslated } = texts
  const columns = useColumns(mayEdit)
  const table = (title: string, rows: readonly TextRow[]) => (
    <DenseTable
      caption={title}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      empty={<EmptyState title={title} />}
    />
  )
  return (
    <>
      <Panel title={t('pagesTitle')} aside={folder} foot={<p>{t('pagesHow')}</p>} flush>
        {untranslated && untranslated.length > 0 && <UntranslatedList untranslated={untranslated} mayEdit={mayEdit} />}
        {table(t('pagesTitle'), pages)}
      </Panel>
      <Panel title={t('title')} aside={folder} foot={<Foot folder={folder} mayEdit={mayEdit} />} flush>
        {!isReadable && (
          <RefusedState title={t('unreadable', { folder: folder ?? '' })}>{t('unreadableText')}</RefusedState>
        )}
        {faulty.length > 0 && (
          <ul className="stack gap-12 pad-12-16 ruled-bottom">
            {faulty.map(({ path, faults }) => (
              <li key={path}>
                <PreviewLink path={path} /> {t('unused')}
                <Faults faults={faults} />
              </li>
            ))}
          </ul>
        )}
        {table(t('title'), documents)}
      </Panel>
      <Panel title={t('docsTitle')} aside={folder} foot={<p>{t('docsHow')}</p>} flush>
        {table(t('docsTitle'), docs)}
      </Panel>
    </>
  )
}

/** The texts that the operator replaced in some languages but not in all. */
function UntranslatedList({ untranslated, mayEdit }: { untranslated: Untranslated; mayEdit: boolean }) {
  const t = useTranslations('operatorContent.texts')
  return (
    <div className="gap-12 pad-12-16 ruled-bottom">
      <p>{t('untranslated', { count: untranslated.length })}</p>
      <ul className="stack gap-4 top-4 breakable fault-list">
        {untranslated.map(({ path, texts }) => (
          <li key={path}>
            {mayEdit ? (
              <PageLink className="link" to={editorOf(path)}>
                {path}
              </PageLink>
            ) : (
              path
            )}
            {texts.length > 0 && <span className="num"> {texts.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Foot({ folder, mayEdit }: { folder: string | null; mayEdit: boolean }) {
  const t = useTranslations('operatorContent.texts')
  const reader = useLocale()
  return (
    <>
      {mayEdit && (
        <Form action={inLanguage(reader, '/operator/content/text')} className="flow gap-12 text-new">
          <label>
            {t('article')}
            <TextInput
              className="input num"
              name="article"
              required
              maxLength={100}
              pattern="[a-z0-9][a-z0-9\-]*"
              title={t('articleHint')}
              placeholder="our-news"
            />
          </label>
          <select className="input" name="language" aria-label={t('articleLanguage')} defaultValue={reader}>
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {languages[locale].name}
              </option>
            ))}
          </select>
          <button type="submit" className="btn btn-small btn-outline">
            {t('articleOpen')}
          </button>
        </Form>
      )}
      {folder === null && <p>{t('how')}</p>}
    </>
  )
}

function editorOf(path: string): string {
  return `/operator/content/text?${new URLSearchParams({ path })}`
}

function useTitle(): (row: TextRow) => string {
  const t = useTranslations('operatorContent.texts')
  return ({ page, title }) => (page ? t(`pages.${page}`) : (title ?? ''))
}

function useColumns(mayEdit: boolean): Column<TextRow>[] {
  const t = useTranslations('operatorContent.texts')
  const titleOf = useTitle()
  return [
    {
      name: 'text',
      label: t('text'),
      cell: (row) => (
        <span>
          <b>{titleOf(row)}</b>
          <code className="row-note num">{row.address}</code>
        </span>
      ),
    },
    ...locales.map((locale, at) => ({
      name: locale,
      label: languages[locale].name,
      cell: (row: TextRow) => {
        const { address, languages: texts } = row
        const { state = 'none', path = '' } = texts[at] ?? {}
        return (
          <span className="flow-base">
            <Pill tone={tones[state]}>
              {state === 'none' ? t('states.none') : <Whose {...{ state, path, locale, address }} />}
            </Pill>
            {mayEdit && path !== '' && (
              <PageLink
                className="action-link"
                to={editorOf(path)}
                aria-label={t('editOf', { title: titleOf(row), language: languages[locale].name })}
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

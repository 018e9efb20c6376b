import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { languages } from '#src/contract/locale.ts'
import type { TextParts, TextVersion } from '#src/contract/operator/content/content.ts'
import type { WordPage } from '#src/contract/operator/content/word-pages.ts'
import type { DocumentFacts } from '../../../content/library/expand.server.ts'
import { findDocument } from '../../../content/library/library.server.ts'
import { send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Act, ActArea, ActField, ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction, type Said } from '../../acts/console-action.server.ts'
import { ListAndAct, type RowAct } from '../../list/list-and-act.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { previewOf } from '../preview.server.ts'
import { TextPreview } from '../text-preview.tsx'
import { type About, textAt } from '../texts.server.ts'
import '../content.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorContent', async (call) => {
    const { ctx, url, get } = call
    const path = pathIn(url.searchParams)
    const about = textAt(path)
    if (!about) throw data(null, { status: 404 })
    const { locale, address } = about
    const versions = get(await send(args, 'GET /api/operator/texts/versions', { query: { path } }))
    const [newest] = versions
    const parts: TextParts =
      about.kind === 'words'
        ? get(await send(args, 'GET /api/operator/texts/standard', { query: { path } }))
        : (newest ?? currentParts(ctx, about))
    const { kind, slug } = about
    const previewed = newest && { ...partsOf(newest), date: newest.date || null, locale, kind, slug }
    const preview = newest
      ? previewOf({ path, changedAt: newest.savedAt, faults: [], source: '', text: previewed ?? null }, ctx)
      : null
    const listed = versions.map(({ number, savedAt, publishedAt, isShown, title }) => ({
      ...{ number, savedAt, publishedAt, isShown, title },
    }))
    const page = about.kind === 'words' ? about.page : null
    return { path, locale, address, page, versions: listed, parts, preview, number: newest?.number ?? 0 }
  })(args)

/** The path of the text to edit. The form for a new article sends `article` and `language` instead of `path`. */
function pathIn(query: URLSearchParams): string {
  const article = query.get('article')
  return article === null ? (query.get('path') ?? '') : `${query.get('language')}/blog/${article}.md`
}

function currentParts(ctx: DocumentFacts, { locale, kind, slug }: Exclude<About, { kind: 'words' }>): TextParts {
  const shown = findDocument(ctx, locale, kind, slug)
  return {
    ...{ title: shown?.title ?? '', description: shown?.description ?? '', keywords: shown?.keywords ?? '' },
    ...{ date: shown?.date ?? '', body: shown?.body.trim() ?? '' },
  }
}

function partsOf({ title, description, keywords, body }: TextVersion) {
  return { title, description, keywords, body }
}

const pathOf = ({ text }: Said) => text('path')

export const action = consoleAction({
  keep: (said, args) =>
    send(args, 'POST /api/operator/texts/keep', {
      body: {
        ...{ path: pathOf(said), number: said.number('number') },
        ...{ title: said.text('title'), description: said.text('description'), keywords: said.text('keywords') },
        ...{ date: said.text('date'), body: said.text('body') },
      },
    }),
  publish: (said, args) =>
    send(args, 'POST /api/operator/texts/publish', { body: { path: pathOf(said), number: Number(said.text('on')) } }),
  withdraw: (said, args) => send(args, 'POST /api/operator/texts/withdraw', { body: { path: pathOf(said) } }),
})

const doneActs = ['keep', 'publish', 'withdraw'] as const

type Listed = Pick<TextVersion, 'number' | 'savedAt' | 'publishedAt' | 'isShown' | 'title'>

export default function TextPage() {
  const t = useTranslations('operatorContent.text')
  const names = useTranslations('operatorContent.texts.pages')
  const loaded = useLoaderData<typeof loader>()
  const page = loaded.page
  const columns = useColumns()
  const publish: RowAct<Listed> = {
    name: 'publish',
    where: ({ isShown }) => !isShown,
    link: t('publish.open'),
    label: ({ number }) => t('publish.of', { number: String(number) }),
    title: ({ number }) => t('publish.title', { number: String(number) }),
    effects: () => [t('publish.atOnce'), t('publish.back')],
    submit: t('publish.submit'),
  }
  return (
    <ConsolePage
      loaded={loaded}
      crumb={
        <PageLink to="/operator/content" className="inline-middle crumb">
          {t('back')}
        </PageLink>
      }
      title={page?.page ? names(page.page as WordPage) : page?.parts.title || t('title')}
      lead={
        page && (
          <>
            {languages[page.locale].name} ·{' '}
            <a className="link num" href={`/${page.locale}${page.address === '/' ? '' : page.address}`}>
              {page.address}
            </a>
          </>
        )
      }
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={({ versions }, { may }) => (
        <>
          {versions.some(({ isShown }) => isShown) && may('content.publish') && (
            <ActLink act="withdraw">{t('withdraw.open')}</ActLink>
          )}
          {may('content.keep') && (
            <ActLink act="keep" className="btn btn-accent">
              {t('keep.open')}
            </ActLink>
          )}
        </>
      )}
    >
      {({ path, page: wordsOf, versions, parts, preview, number }, reader) => (
        <>
          <ListAndAct
            title={t('versions')}
            aside={t('newest')}
            columns={columns}
            rows={versions}
            rowKey={(version) => version.number}
            isMarked={({ isShown }) => isShown}
            none={{ title: t('none'), text: t('noneText') }}
            acts={reader.may('content.publish') ? [publish] : []}
            hidden={() => ({ path })}
          />
          {preview && <TextPreview preview={preview} />}
          <Act
            name="keep"
            title={t('keep.title')}
            effects={[t('keep.draft')]}
            submit={t('keep.submit')}
            hidden={{ path, number }}
          >
            <ActField
              label={t('fields.title')}
              name="title"
              defaultValue={parts.title}
              maxLength={400}
              required={wordsOf === null}
            />
            <ActField
              label={t('fields.description')}
              name="description"
              defaultValue={parts.description}
              maxLength={400}
              required={wordsOf === null}
            />
            <ActField
              label={t('fields.keywords')}
              name="keywords"
              defaultValue={parts.keywords}
              maxLength={400}
              required={wordsOf === null}
            />
            {wordsOf === null ? (
              <ActField
                label={t('fields.date')}
                hint={t('fields.dateHint')}
                name="date"
                type="date"
                defaultValue={parts.date}
              />
            ) : (
              <input type="hidden" name="date" value="" />
            )}
            <ActArea
              label={t(wordsOf === null ? 'fields.body' : 'fields.words')}
              hint={t(
                wordsOf === null ? 'fields.bodyHint' : wordsOf === 'home' ? 'fields.homeHint' : 'fields.wordsHint',
              )}
              wrong={t(wordsOf === null ? 'fields.bodyWrong' : 'fields.wordsWrong')}
              name="body"
              rows={22}
              maxLength={200_000}
              className="input num"
              defaultValue={parts.body}
            />
          </Act>
          <Act
            name="withdraw"
            title={t('withdraw.title')}
            effects={[t('withdraw.atOnce'), t('withdraw.stays')]}
            submit={t('withdraw.submit')}
            hidden={{ path }}
          />
        </>
      )}
    </ConsolePage>
  )
}

function useColumns(): Column<Listed>[] {
  const t = useTranslations('operatorContent.text')
  return [
    { name: 'number', label: t('number'), cell: ({ number }) => number, kind: 'mono' },
    { name: 'title', label: t('fields.title'), cell: ({ title }) => title },
    { name: 'saved', label: t('saved'), cell: ({ savedAt }) => <Moment at={savedAt} /> },
    {
      name: 'published',
      label: t('published'),
      cell: ({ publishedAt }) => (publishedAt === null ? '–' : <Moment at={publishedAt} />),
    },
    {
      name: 'state',
      label: t('state'),
      cell: ({ isShown, publishedAt }) => (
        <Pill tone={isShown ? 'good' : publishedAt === null ? 'half' : 'none'}>
          {t(isShown ? 'states.shown' : publishedAt === null ? 'states.draft' : 'states.earlier')}
        </Pill>
      ),
    },
  ]
}

import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction, type Said } from '../../acts/console-action.server.ts'
import { DenseTable } from '../../parts/dense-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { ChangelogActs } from './changelog-acts.tsx'
import { useChangelogColumns } from './changelog-columns.tsx'
import { entryPreview } from './entry-preview.server.ts'
import { EntryPreview } from './entry-preview.tsx'
import '../content.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorChangelog', async ({ ctx, url, get }) => {
    const entries = get(await invoke(args, 'GET /api/operator/changelog', {}))
    const shown = entries.find(({ id }) => String(id) === url.searchParams.get('entry'))
    const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return { entries, today, preview: shown ? entryPreview(shown) : null }
  })(args)

const written = ({ text }: Said) => ({
  ...{ day: text('day'), 'en-US': text('en-US'), 'zh-CN': text('zh-CN'), 'zh-HK': text('zh-HK') },
})
const about = ({ text, number }: Said) => ({ params: { id: text('on') }, body: { version: number('version') } })

export const action = consoleAction({
  add: (said, args) => send(args, 'POST /api/operator/changelog', { body: written(said) }),
  edit: (said, args) => {
    const { params, body } = about(said)
    return send(args, 'POST /api/operator/changelog/{id}/edit', { params, body: { ...body, ...written(said) } })
  },
  publish: (said, args) => send(args, 'POST /api/operator/changelog/{id}/publish', about(said)),
  remove: (said, args) => send(args, 'POST /api/operator/changelog/{id}/remove', about(said)),
})

const doneActs = ['add', 'edit', 'publish', 'remove'] as const

export default function ChangelogPage() {
  const t = useTranslations('operatorChangelog')
  const loaded = useLoaderData<typeof loader>()
  const columns = useChangelogColumns()
  return (
    <ConsolePage
      loaded={loaded}
      crumb={
        <PageLink to="/operator/content" className="crumb">
          {t('back')}
        </PageLink>
      }
      title={t('title')}
      lead={
        <>
          {t('lead')}{' '}
          <PageLink to="/docs/changelog" className="link">
            {t('page')}
          </PageLink>
        </>
      }
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={(_, { may }) =>
        may('changelog.keep') && (
          <ActLink act="add" className="btn btn-accent">
            {t('add.open')}
          </ActLink>
        )
      }
    >
      {({ entries, today, preview }, reader) => (
        <>
          {preview && <EntryPreview preview={preview} />}
          <Panel title={t('entries')} aside={t('newest')} flush>
            <DenseTable
              caption={t('entries')}
              columns={columns}
              rows={entries}
              rowKey={({ id }) => id}
              isMarked={({ isPublished }) => !isPublished}
              empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
            />
          </Panel>
          <ChangelogActs entries={entries} today={today} email={reader.email} />
        </>
      )}
    </ConsolePage>
  )
}

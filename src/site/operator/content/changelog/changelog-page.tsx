import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../../page/invoke.server.ts'
import { Act } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction, type Said } from '../../acts/console-action.server.ts'
import { consolePage } from '../../shell/console-page.server.ts'
import { WrittenPage } from '../written-page.tsx'
import { Entries, EntryFields } from './entries.tsx'
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

const written = ({ text, inLanguages }: Said) => ({ day: text('day'), ...inLanguages('') })
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
  return (
    <WrittenPage
      loaded={loaded}
      title={t('title')}
      lead={t('lead')}
      back={t('back')}
      read={{ to: '/docs/changelog', label: t('page') }}
      begin={{ act: 'add', verb: 'changelog.keep', label: t('add.open') }}
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
    >
      {({ entries, today, preview }) => (
        <>
          {preview && <EntryPreview preview={preview} />}
          <Entries entries={entries} />
          <Act name="add" title={t('add.title')} effects={[t('add.draft'), t('add.markdown')]} submit={t('add.submit')}>
            <EntryFields day={today} />
          </Act>
        </>
      )}
    </WrittenPage>
  )
}

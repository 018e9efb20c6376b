import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Act, ActField, ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { TextFields, TextList } from './text-list.tsx'
import '../tickets.css'
import './texts.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorTickets', async ({ get }) => ({
    texts: get(await invoke(args, 'GET /api/operator/canned-texts', {})),
  }))(args)

export const action = consoleAction({
  add: (said, args) =>
    send(args, 'POST /api/operator/canned-texts/{name}', {
      params: { name: said.text('name') },
      body: { version: null, texts: said.inLanguages('') },
    }),
  edit: (said, args) =>
    send(args, 'POST /api/operator/canned-texts/{name}', {
      params: { name: said.text('on') },
      body: { version: said.number('version'), texts: said.inLanguages('') },
    }),
  remove: ({ text, number }, args) =>
    send(args, 'POST /api/operator/canned-texts/{name}/remove', {
      params: { name: text('on') },
      body: { version: number('version') },
    }),
})

export default function TextsPage() {
  const t = useTranslations('operatorTickets')
  const loaded = useLoaderData<typeof loader>()
  const done = { add: t('texts.kept'), edit: t('texts.kept'), remove: t('texts.removed') }
  return (
    <ConsolePage
      loaded={loaded}
      title={t('texts.title')}
      crumb={
        <PageLink to="/operator/tickets" className="inline-middle crumb">
          {t('back')}
        </PageLink>
      }
      lead={t('texts.lead')}
      done={done}
      tools={(_, { may }) => may('ticket.texts') && <ActLink act="add">{t('texts.add')}</ActLink>}
    >
      {({ texts }, reader) => (
        <>
          <Panel title={t('texts.title')} aside={String(texts.length)} flush>
            {texts.length === 0 ? (
              <EmptyState title={t('texts.none')}>{t('texts.noneText')}</EmptyState>
            ) : (
              <TextList texts={texts} mayChange={reader.may('ticket.texts')} />
            )}
          </Panel>
          <AddText />
        </>
      )}
    </ConsolePage>
  )
}

function AddText() {
  const t = useTranslations('operatorTickets.texts')
  return (
    <Act name="add" title={t('addTitle')} effects={[t('everybody')]} submit={t('keep')}>
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
  )
}

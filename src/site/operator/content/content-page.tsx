import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { invoke, send } from '../../page/invoke.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { mapAnswer } from '../../reads/read.ts'
import { ActLink } from '../acts/act.tsx'
import { unlessAct } from '../acts/act-address.ts'
import { consoleAction, type Said } from '../acts/console-action.server.ts'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { AnnounceAct } from './announce-act.tsx'
import { Announcements } from './announcements.tsx'
import { previewOf } from './preview.server.ts'
import { audienceOf } from './readers.ts'
import { TextPreview } from './text-preview.tsx'
import { textsOf } from './texts.server.ts'
import { Texts } from './texts.tsx'
import { UpdateNotice } from './update-notice.tsx'
import './content.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorContent', async ({ attempt, ctx, locale, url }) => {
    const path = url.searchParams.get('text')
    const source = path && (await attempt(invoke(args, 'GET /api/operator/texts/source', { query: { path } })))
    const texts = await attempt(invoke(args, 'GET /api/operator/texts', {}))
    return {
      listed: await attempt(invoke(args, 'GET /api/operator/announcements', {})),
      running: await attempt(invoke(args, 'GET /api/version', {})),
      texts: mapAnswer(texts, (known) => textsOf(known, ctx, locale)),
      path,
      preview: source ? mapAnswer(source, (known) => previewOf(known, ctx)) : null,
    }
  })(args)

export const action = consoleAction({
  announce: (said, args) => send(args, 'POST /api/operator/announcements', { body: announced(said) }),
  edit: (said, args) =>
    send(args, 'POST /api/operator/announcements/{id}/edit', {
      params: { id: said.text('on') },
      body: announced(said),
    }),
  end: ({ text }, args) => send(args, 'POST /api/operator/announcements/{id}/end', { params: { id: text('on') } }),
})

function announced({ text, maybe, inLanguages }: Said) {
  return {
    ...inLanguages(''),
    ...{ level: text('level'), from: maybe('from'), until: maybe('until') },
    ...audienceOf(text('readers')),
  }
}

export default function ContentPage() {
  const t = useTranslations('operatorContent')
  const loaded = useLoaderData<typeof loader>()
  return (
    <ConsolePage
      loaded={loaded}
      title={t('meta.title')}
      lead={t('lead')}
      done={{ announce: t('done.announce'), edit: t('done.edit'), end: t('done.end') }}
      tools={(_, { may }) => (
        <>
          {may('changelog.list') && (
            <PageLink to="/operator/content/changelog" className="btn btn-outline">
              {t('changelog')}
            </PageLink>
          )}
          {may('status.list') && (
            <PageLink to="/operator/content/incidents" className="btn btn-outline">
              {t('incidents')}
            </PageLink>
          )}
          {may('announcement.add') && <ActLink act="announce">{t('announce.open')}</ActLink>}
        </>
      )}
    >
      {({ listed, running, texts, path, preview }, reader) => (
        <>
          {preview && (
            <PanelOf title={path} read={preview}>
              {(known) => <TextPreview preview={known} />}
            </PanelOf>
          )}
          <PanelOf title={t('announcements.title')} read={listed}>
            {({ announcements, plans }) => (
              <>
                <Announcements
                  {...{ announcements, plans }}
                  mayEdit={reader.may('announcement.add')}
                  mayEnd={reader.may('announcement.end')}
                />
                <AnnounceAct plans={plans} />
              </>
            )}
          </PanelOf>
          <PanelOf title={t('texts.title')} read={texts}>
            {(known) => <Texts texts={known} mayEdit={reader.may('content.keep')} />}
          </PanelOf>
          <PanelOf title={t('update.title')} read={running}>
            {({ version }) => <UpdateNotice version={version} />}
          </PanelOf>
        </>
      )}
    </ConsolePage>
  )
}

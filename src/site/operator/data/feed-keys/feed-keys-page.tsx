import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { FeedKeyRow } from '#src/contract/operator/data/feed-keys.ts'
import type { Place } from '#src/contract/operator/instruments.ts'
import { invoke, send } from '../../../page/invoke.server.ts'
import { mapAnswer } from '../../../reads/read.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Act, ActField, ActLink, ActSelect } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import type { ActAnswer } from '../../acts/act-answer.ts'
import { ActChoices } from '../../acts/act-choices.tsx'
import { consoleAction } from '../../acts/console-action.server.ts'
import { ListAndAct, type RowAct } from '../../list/list-and-act.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { useListed } from '../../parts/words/use-listed.ts'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage, type Reader } from '../../shell/console-page.tsx'
import { useRegions } from '../instruments/place-options.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorFeedKeys'], async ({ attempt }) => ({
    keys: mapAnswer(await attempt(invoke(args, 'GET /api/operator/feed-keys', {})), (keys) => keys.toReversed()),
    places: await attempt(invoke(args, 'GET /api/operator/places', {})),
  }))(args)

export const action = consoleAction(
  {
    create: ({ text, all }, args) =>
      send(args, 'POST /api/operator/feed-keys', {
        body: {
          source: text('source'),
          class: all('class'),
          region: all('region'),
          create: text('create') === 'yes',
        },
      }),
    revoke: ({ text }, args) =>
      send(args, 'POST /api/operator/feed-keys/{id}/revoke', { params: { id: text('on') }, body: {} }),
  },
  { create: (result) => ({ shown: String((result as { secret: string }).secret) }) },
)

export default function FeedKeysPage() {
  const t = useTranslations('operatorFeedKeys')
  const loaded = useLoaderData<typeof loader>()
  const shown = useActionData<ActAnswer>()?.shown
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={t('title')}
      lead={t('lead')}
      done={{ revoke: t('done.revoke') }}
      tools={(_, { may }) =>
        may('feed_key.create') && (
          <ActLink act="create" className="btn btn-accent">
            {t('add.open')}
          </ActLink>
        )
      }
    >
      {({ keys, places }, reader) => (
        <>
          {shown && (
            <div className="notice notice-good" role="status">
              {t('once')} <code className="breakable">{shown}</code>
            </div>
          )}
          <PanelOf title={t('keys')} read={keys}>
            {(known) => <KeysPanel keys={known} reader={reader} />}
          </PanelOf>
          {!shown && (
            <PanelOf title={t('add.title')} read={places}>
              {(known) => <CreateAct places={known} />}
            </PanelOf>
          )}
        </>
      )}
    </ConsolePage>
  )
}

function KeysPanel({ keys, reader }: { keys: readonly FeedKeyRow[]; reader: Reader }) {
  const t = useTranslations('operatorFeedKeys')
  const revoke: RowAct<FeedKeyRow> = {
    name: 'revoke',
    where: isValid,
    link: t('revoke.open'),
    label: ({ key, source }) => t('revoke.openOne', { key, source }),
    title: ({ key, source }) => t('revoke.title', { key, source }),
    effects: () => [t('revoke.stops'), t('revoke.kept')],
    submit: t('revoke.submit'),
    danger: true,
  }
  return (
    <ListAndAct
      title={t('keys')}
      columns={useKeyColumns()}
      rows={keys}
      rowKey={({ id }) => id}
      none={{ title: t('none'), text: t('noneText') }}
      acts={reader.may('feed_key.revoke') ? [revoke] : []}
    />
  )
}

function isValid({ revokedAt }: FeedKeyRow): boolean {
  return revokedAt === null
}

function useKeyColumns(): Column<FeedKeyRow>[] {
  const t = useTranslations('operatorFeedKeys')
  const classNames = useTranslations('operatorData.classes')
  const listed = useListed()
  return [
    { name: 'source', label: t('source'), cell: ({ source }) => <b>{source}</b>, kind: 'mono' },
    {
      name: 'scope',
      label: t('scope'),
      cell: ({ classes, regions, creates }) => (
        <span>
          {listed(classes.map((name) => classNames(name)))} · {regions?.join(', ') ?? t('everyRegion')}
          {creates && <span className="row-note">{t('creates')}</span>}
        </span>
      ),
    },
    { name: 'key', label: t('key'), cell: ({ key }) => key, kind: 'mono' },
    {
      name: 'heard',
      label: t('heard'),
      cell: ({ heardAt }) => (heardAt === null ? t('never') : <Moment at={heardAt} style="second" />),
      kind: 'mono',
    },
    {
      name: 'state',
      label: t('state'),
      cell: (row) => (
        <Pill tone={isValid(row) ? 'good' : 'none'}>{t(isValid(row) ? 'states.valid' : 'states.revoked')}</Pill>
      ),
    },
  ]
}

function CreateAct({ places }: { places: readonly Place[] }) {
  const t = useTranslations('operatorFeedKeys.add')
  const classNames = useTranslations('operatorData.classes')
  return (
    <Act name="create" title={t('title')} effects={[t('does'), t('simulated')]} submit={t('submit')}>
      <ActField label={t('source')} hint={t('sourceHint')} name="source" maxLength={32} autoComplete="off" required />
      <ActChoices
        name="class"
        legend={t('classes')}
        choices={assetClasses.map((name) => ({ value: name, label: classNames(name) }))}
        chosen={[]}
      />
      <ActChoices
        name="region"
        className="act-scroll"
        legend={t('region')}
        choices={useRegions(places, classNames('crypto')).map(({ code, name }) => ({ value: code, label: name }))}
        chosen={[]}
      />
      <ActSelect label={t('create')} name="create">
        <option value="no">{t('creates.no')}</option>
        <option value="yes">{t('creates.yes')}</option>
      </ActSelect>
    </Act>
  )
}

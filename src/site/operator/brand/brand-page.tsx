import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { BrandDocument } from '#src/contract/brand/brand.ts'
import { chatNames, markNames, socialNames } from '#src/contract/brand/brand-names.ts'
import type { ListedBrand } from '#src/contract/operator/brand.ts'
import { invoke, send } from '../../page/invoke.server.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Act, ActField, ActLink, ActSelect } from '../acts/act.tsx'
import { unlessAct } from '../acts/act-address.ts'
import { consoleAction, type Said } from '../acts/console-action.server.ts'
import { ListAndAct, type RowAct } from '../list/list-and-act.tsx'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { AccentPreview } from './accent-preview.tsx'
import { PictureField } from './picture-field.tsx'
import { Pictures } from './pictures.tsx'
import { Previews } from './previews.tsx'
import './brand.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorBrand', async ({ get }) => get(await invoke(args, 'GET /api/operator/brand', {})))(args)

const contacts = ['supportEmail', 'securityEmail', ...chatNames, ...socialNames] as const

/** The fields that may be empty. An empty field is null in the brand. */
const optional = ['legalName', 'legalAddress', 'accent', ...chatNames, ...socialNames] as const

const edited = ({ text, number }: Said) => ({
  number: number('number'),
  ...{ name: text('name'), shortName: text('shortName'), slug: text('slug') },
  ...{ supportEmail: text('supportEmail'), securityEmail: text('securityEmail') },
  ...Object.fromEntries(optional.map((name) => [name, text(name) || null])),
  whatsappQr: text('whatsappQr') === 'shown',
  poweredBy: text('poweredBy') === 'shown',
})

export const action = consoleAction({
  keep: (said, args) => send(args, 'POST /api/operator/brand/keep', { body: edited(said) }),
  picture: (said, args) =>
    send(args, 'POST /api/operator/brand/picture', {
      body: { number: said.number('number'), name: said.text('on'), picture: said.text('picture') || null },
    }),
  publish: (said, args) =>
    send(args, 'POST /api/operator/brand/publish', { body: { number: Number(said.text('on')) } }),
  withdraw: (_, args) => send(args, 'POST /api/operator/brand/withdraw', { body: {} }),
})

const doneActs = ['keep', 'picture', 'publish', 'withdraw'] as const

export default function BrandPage() {
  const t = useTranslations('operatorBrand')
  const loaded = useLoaderData<typeof loader>()
  const columns = useColumns()
  const publish: RowAct<ListedBrand> = {
    name: 'publish',
    where: ({ isShown }) => !isShown,
    link: t('publish.open'),
    label: ({ number }) => t('publish.of', { number: String(number) }),
    title: ({ number }) => t('publish.title', { number: String(number) }),
    effects: () => [t('publish.atOnce'), t('publish.slug'), t('publish.back')],
    submit: t('publish.submit'),
  }
  return (
    <ConsolePage
      loaded={loaded}
      title={t('meta.title')}
      lead={t('lead')}
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={({ editions }, { may }) => (
        <>
          {editions.some(({ isShown }) => isShown) && may('brand.publish') && (
            <ActLink act="withdraw">{t('withdraw.open')}</ActLink>
          )}
          {may('brand.keep') && (
            <ActLink act="keep" className="btn btn-accent">
              {t('keep.open')}
            </ActLink>
          )}
        </>
      )}
    >
      {({ number, draft, editions, isSlugFixed }, reader) => (
        <>
          <Panel title={number === 0 ? t('inUse') : t('draft', { number: String(number) })}>
            <Names draft={draft} />
          </Panel>
          <Pictures draft={draft} mayEdit={reader.may('brand.keep')} />
          <Previews number={number} />
          <ListAndAct
            title={t('editions')}
            aside={t('newest')}
            columns={columns}
            rows={editions}
            rowKey={(edition) => edition.number}
            isMarked={({ isShown }) => isShown}
            none={{ title: t('none'), text: t('noneText') }}
            acts={reader.may('brand.publish') ? [publish] : []}
          />
          <Act
            name="keep"
            title={t('keep.title')}
            effects={[t('keep.draft')]}
            submit={t('keep.submit')}
            hidden={{ number }}
            preview={(values) => <AccentPreview name={values.text('name')} accent={values.text('accent')} />}
          >
            <Fields draft={draft} isSlugFixed={isSlugFixed} />
          </Act>
          {markNames.map((name) => (
            <Act
              key={name}
              name="picture"
              on={name}
              title={t(`pictures.${name}`)}
              effects={[t('picture.draft'), t('picture.checked')]}
              submit={t('picture.submit')}
              hidden={{ number }}
            >
              <PictureField has={draft[name] !== null} />
            </Act>
          ))}
          <Act
            name="withdraw"
            title={t('withdraw.title')}
            effects={[t('withdraw.atOnce'), t('withdraw.stays')]}
            submit={t('withdraw.submit')}
          />
        </>
      )}
    </ConsolePage>
  )
}

function Names({ draft }: { draft: BrandDocument }) {
  const t = useTranslations('operatorBrand.fields')
  const given = (['name', 'shortName', 'slug', 'legalName', 'legalAddress', ...contacts] as const).filter(
    (name) => draft[name] !== null,
  )
  return (
    <Facts
      facts={[
        ...given.map((name) => ({ key: name, name: t(name), value: draft[name] })),
        {
          key: 'accent',
          name: t('accent'),
          value: (
            <span className="inline-middle gap-8 brand-accent">
              <span style={{ background: draft.accent ?? undefined }} />
              {draft.accent ?? t('amber')}
            </span>
          ),
        },
        { key: 'poweredBy', name: t('poweredBy'), value: t(draft.poweredBy ? 'shown' : 'hidden') },
      ]}
    />
  )
}

function Fields({ draft, isSlugFixed }: { draft: BrandDocument; isSlugFixed: boolean }) {
  const t = useTranslations('operatorBrand.fields')
  const field = (name: keyof BrandDocument & string, hint?: string) => ({
    ...{ name, label: t(name as 'name'), defaultValue: String(draft[name] ?? ''), maxLength: 300 },
    ...(hint !== undefined && { hint }),
  })
  return (
    <>
      <ActField {...field('name')} required maxLength={60} />
      <ActField {...field('shortName', t('shortNameHint'))} required maxLength={20} />
      <ActField
        {...field('slug', t(isSlugFixed ? 'slugFixed' : 'slugHint'))}
        required
        maxLength={32}
        readOnly={isSlugFixed}
        wrong={t('slugWrong')}
      />
      <ActField {...field('accent', t('accentHint'))} wrong={t('accentWrong')} maxLength={7} />
      <ActField {...field('legalName', t('legalNameHint'))} />
      <ActField {...field('legalAddress')} />
      <ActField {...field('supportEmail')} type="email" required />
      <ActField {...field('securityEmail')} type="email" required />
      {chatNames.map((name) => (
        <ActField key={name} {...field(name)} type="url" />
      ))}
      <ActSelect name="whatsappQr" label={t('whatsappQr')} defaultValue={draft.whatsappQr ? 'shown' : 'hidden'}>
        <option value="hidden">{t('hidden')}</option>
        <option value="shown">{t('shown')}</option>
      </ActSelect>
      {socialNames.map((name) => (
        <ActField key={name} {...field(name)} type="url" />
      ))}
      <ActSelect name="poweredBy" label={t('poweredBy')} defaultValue={draft.poweredBy ? 'shown' : 'hidden'}>
        <option value="shown">{t('shown')}</option>
        <option value="hidden">{t('hidden')}</option>
      </ActSelect>
    </>
  )
}

function useColumns(): Column<ListedBrand>[] {
  const t = useTranslations('operatorBrand')
  return [
    { name: 'number', label: t('number'), cell: ({ number }) => number, kind: 'mono' },
    { name: 'name', label: t('fields.name'), cell: ({ name }) => name },
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

import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#src/contract/locale.ts'
import type { ListedIncident } from '#src/contract/operator/content/incidents.ts'
import {
  incidentImpacts,
  incidentStages,
  incidentTextMax,
  incidentTitleMax,
  textIn,
} from '#src/contract/status/status.ts'
import { useComponentName } from '../../../pages/status/component-name.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Act, ActArea, ActField, ActSelect, type FormValues } from '../../acts/act.tsx'
import { ActChoices } from '../../acts/act-choices.tsx'
import { LanguageTabs } from '../../acts/language-tabs.tsx'
import { textsIn } from '../../acts/texts-in.ts'
import { ListAndAct, type RowAct } from '../../list/list-and-act.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { useListed } from '../../parts/words/use-listed.ts'

type IncidentsProps = { incidents: readonly ListedIncident[]; components: readonly string[] }

const tones: Record<ListedIncident['impact'], Tone> = { maintenance: 'half', degraded: 'warn', down: 'bad' }

export function Incidents({ incidents, components }: IncidentsProps) {
  const t = useTranslations('operatorIncidents')
  return (
    <>
      <ListAndAct
        title={t('incidents')}
        aside={t('newest')}
        columns={useColumns()}
        rows={incidents}
        rowKey={({ id }) => id}
        isMarked={isOpen}
        none={{ title: t('none'), text: t('noneText') }}
        acts={useActs(components)}
      />
      <Act
        name="open"
        title={t('open.title')}
        effects={[t('open.shows'), t('languages')]}
        submit={t('open.submit')}
        preview={(values) => <Card values={values} />}
      >
        <Impact />
        <Components components={components} chosen={[]} />
        <LanguageTabs>
          {(locale, language) => (
            <>
              <ActField
                label={t('titleIn', { language })}
                name={`title-${locale}`}
                lang={locale}
                maxLength={incidentTitleMax}
              />
              <Text locale={locale} language={language} />
            </>
          )}
        </LanguageTabs>
      </Act>
    </>
  )
}

function isOpen({ resolvedAt }: ListedIncident): boolean {
  return resolvedAt === null
}

function useColumns(): Column<ListedIncident>[] {
  const t = useTranslations('operatorIncidents')
  const locale = useLocale()
  const nameOf = useComponentName()
  const listed = useListed()
  return [
    {
      name: 'title',
      label: t('column.title'),
      cell: ({ titles, components }) => {
        const { text, locale: lang } = textIn(titles, locale)
        return (
          <>
            <span lang={lang}>{text}</span>
            <span className="row-note">{listed(components.map(nameOf))}</span>
          </>
        )
      },
    },
    {
      name: 'state',
      label: t('column.state'),
      cell: ({ impact, resolvedAt, updates }) => (
        <>
          <Pill tone={resolvedAt === null ? tones[impact] : 'good'}>
            {t(resolvedAt === null ? `impacts.${impact}` : 'stages.resolved')}
          </Pill>
          {resolvedAt === null && updates[0] && <span className="row-note">{t(`stages.${updates[0].stage}`)}</span>}
        </>
      ),
    },
    { name: 'from', label: t('column.from'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
    {
      name: 'until',
      label: t('column.until'),
      cell: ({ resolvedAt }) => (resolvedAt === null ? t('isOpen') : <Moment at={resolvedAt} />),
    },
  ]
}

function useActs(components: readonly string[]): RowAct<ListedIncident>[] {
  const t = useTranslations('operatorIncidents')
  const locale = useLocale()
  const worded = (name: 'update' | 'resolve') => ({
    ...{ name, where: isOpen, link: t(`${name}.open`), submit: t(`${name}.submit`) },
    label: ({ titles }: ListedIncident) => t(`${name}.of`, { title: textIn(titles, locale).text }),
    title: ({ titles }: ListedIncident) => t(`${name}.title`, { title: textIn(titles, locale).text }),
  })
  return [
    {
      ...worded('update'),
      effects: () => [t('update.shows'), t('languages')],
      fields: ({ impact, components: own }) => (
        <>
          <Impact own={impact} />
          <Stage />
          <Components components={components} chosen={own} />
          <Texts />
        </>
      ),
      preview: (values: FormValues) => <Card values={values} />,
    },
    {
      ...worded('resolve'),
      effects: () => [t('resolve.ends'), t('resolve.stays'), t('languages')],
      fields: () => <Texts />,
    },
  ]
}

/** The incident as the status page will show it. */
function Card({ values }: { values: FormValues }) {
  const t = useTranslations('status')
  const own = useTranslations('operatorIncidents')
  const nameOf = useComponentName()
  const listed = useListed()
  const locale = useLocale()
  const title = textIn(textsIn(values, 'title-'), locale)
  const text = textIn(textsIn(values, 'text-'), locale)
  const impact = incidentImpacts.find((one) => one === values.text('impact')) ?? 'degraded'
  const components = values.all('components')
  return (
    <>
      <Pill tone={tones[impact]}>{t(`impacts.${impact}`)}</Pill>
      {title.text && (
        <p lang={title.locale}>
          <b>{title.text}</b>
        </p>
      )}
      <p className="text-muted">{components.length === 0 ? own('noComponent') : listed(components.map(nameOf))}</p>
      {text.text && <p lang={text.locale}>{text.text}</p>}
    </>
  )
}

function Texts() {
  return <LanguageTabs>{(locale, language) => <Text locale={locale} language={language} />}</LanguageTabs>
}

function Text({ locale, language }: { locale: Locale; language: string }) {
  const t = useTranslations('operatorIncidents')
  return (
    <ActArea
      label={t('textIn', { language })}
      name={`text-${locale}`}
      lang={locale}
      rows={4}
      maxLength={incidentTextMax}
    />
  )
}

function Impact({ own = 'degraded' }: { own?: ListedIncident['impact'] }) {
  const t = useTranslations('operatorIncidents')
  return (
    <ActChoices
      of="one"
      className="act-cards"
      name="impact"
      legend={t('impact')}
      choices={incidentImpacts.map((impact) => ({ value: impact, label: t(`impacts.${impact}`) }))}
      chosen={[own]}
    />
  )
}

function Stage() {
  const t = useTranslations('operatorIncidents')
  return (
    <ActSelect label={t('stage')} name="stage" defaultValue="monitoring">
      {incidentStages
        .filter((stage) => stage !== 'resolved')
        .map((stage) => (
          <option key={stage} value={stage}>
            {t(`stages.${stage}`)}
          </option>
        ))}
    </ActSelect>
  )
}

function Components({ components, chosen }: { components: readonly string[]; chosen: readonly string[] }) {
  const t = useTranslations('operatorIncidents')
  const nameOf = useComponentName()
  return (
    <ActChoices
      name="components"
      legend={t('components')}
      choices={components.map((name) => ({ value: name, label: nameOf(name) }))}
      chosen={chosen}
      wrong={t('chooseComponent')}
    />
  )
}

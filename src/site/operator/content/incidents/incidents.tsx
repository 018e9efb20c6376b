import { useLocale, useTranslations } from 'use-intl'
import type { ListedIncident } from '#src/contract/operator/content/incidents.ts'
import {
  incidentImpacts,
  incidentStages,
  incidentTextMax,
  incidentTitleMax,
  textIn,
} from '#src/contract/status/status.ts'
import { Act, ActSelect } from '../../acts/act.tsx'
import { LanguageAreas, LanguageFields } from '../../acts/language-fields.tsx'
import { ListAndAct, type RowAct } from '../../list/list-and-act.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { Moment } from '../../parts/words/moment.tsx'

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
      <Act name="open" title={t('open.title')} effects={[t('open.shows'), t('languages')]} submit={t('open.submit')}>
        <Titles />
        <Texts />
        <Impact />
        <Components components={components} chosen={[]} />
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
  return [
    {
      name: 'title',
      label: t('column.title'),
      cell: ({ titles, components }) => {
        const { text, locale: lang } = textIn(titles, locale)
        return (
          <>
            <span lang={lang}>{text}</span>
            <span className="row-note">{components.join(', ')}</span>
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
          <Texts />
          <Stage />
          <Impact own={impact} />
          <Components components={components} chosen={own} />
        </>
      ),
    },
    {
      ...worded('resolve'),
      effects: () => [t('resolve.ends'), t('resolve.stays'), t('languages')],
      fields: () => <Texts />,
    },
  ]
}

function Titles() {
  const t = useTranslations('operatorIncidents')
  return (
    <LanguageFields prefix="title-" label={(language) => t('titleIn', { language })} maxLength={incidentTitleMax} />
  )
}

function Texts() {
  const t = useTranslations('operatorIncidents')
  return (
    <LanguageAreas
      prefix="text-"
      label={(language) => t('textIn', { language })}
      rows={2}
      maxLength={incidentTextMax}
    />
  )
}

function Impact({ own = 'degraded' }: { own?: ListedIncident['impact'] }) {
  const t = useTranslations('operatorIncidents')
  return (
    <ActSelect label={t('impact')} name="impact" defaultValue={own}>
      {incidentImpacts.map((impact) => (
        <option key={impact} value={impact}>
          {t(`impacts.${impact}`)}
        </option>
      ))}
    </ActSelect>
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
  return (
    <fieldset className="choices incident-components">
      <legend>{t('components')}</legend>
      {components.map((name) => (
        <label key={name}>
          <input type="checkbox" name="components" value={name} defaultChecked={chosen.includes(name)} /> {name}
        </label>
      ))}
    </fieldset>
  )
}

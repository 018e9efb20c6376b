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

type IncidentActsProps = { incidents: readonly ListedIncident[]; components: readonly string[]; email: string }

/** The forms of the page; the address says which one is open. */
export function IncidentActs({ incidents, components, email }: IncidentActsProps) {
  const t = useTranslations('operatorIncidents')
  const locale = useLocale()
  return (
    <>
      <Act
        name="open"
        title={t('open.title')}
        effects={[t('open.shows'), t('languages')]}
        submit={t('open.submit')}
        email={email}
      >
        <Titles />
        <Texts />
        <Impact />
        <Components components={components} chosen={[]} />
      </Act>
      {incidents
        .filter(({ resolvedAt }) => resolvedAt === null)
        .flatMap(({ id, titles, impact, components: own }) => {
          const { text: title } = textIn(titles, locale)
          return [
            <Act
              key={`update ${id}`}
              name="update"
              on={`${id}`}
              title={t('update.title', { title })}
              effects={[t('update.shows'), t('languages')]}
              submit={t('update.submit')}
              email={email}
            >
              <Texts />
              <Stage />
              <Impact own={impact} />
              <Components components={components} chosen={own} />
            </Act>,
            <Act
              key={`resolve ${id}`}
              name="resolve"
              on={`${id}`}
              title={t('resolve.title', { title })}
              effects={[t('resolve.ends'), t('resolve.stays'), t('languages')]}
              submit={t('resolve.submit')}
              email={email}
            >
              <Texts />
            </Act>,
          ]
        })}
    </>
  )
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
    <fieldset className="incident-components">
      <legend>{t('components')}</legend>
      {components.map((name) => (
        <label key={name}>
          <input type="checkbox" name="components" value={name} defaultChecked={chosen.includes(name)} /> {name}
        </label>
      ))}
    </fieldset>
  )
}

import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { PushingRow, SourceOrderRow } from '#src/contract/operator/data/sources.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Act, ActField, ActSelect, useTyped } from '../../acts/act.tsx'
import { openAct } from '../../acts/act-address.ts'

type Page = { pushing: readonly PushingRow[]; orders: readonly SourceOrderRow[] }

/** The name of a scope: all instruments, a class, or an instrument's key. */
export function useScopeName(): (scope: string) => string {
  const t = useTranslations('operatorSources.push')
  const classes = useTranslations('operatorData.classes')
  return (scope) => {
    const known = assetClasses.find((name) => name === scope)
    return known ? classes(known) : scope === '*' ? t('all') : scope
  }
}

/** The sheet that sets the order of sources of a scope. */
export function OrderActs({ page: { pushing, orders } }: { page: Page }) {
  const t = useTranslations('operatorSources.push')
  const named = useScopeName()
  const { on } = openAct(useLocation())
  const scopes = ['*', ...assetClasses]
  const known = [
    ...new Set([...pushing.map(({ source }) => source), ...orders.flatMap(({ sources }) => sources)]),
  ].sort()
  const order = orders.find(({ scope }) => scope === on)?.sources ?? []
  const isOfInstrument = on !== '' && !scopes.includes(on)
  return (
    <Act
      name="order"
      on={on}
      title={t('setTitle')}
      effects={[t('first'), t('returns')]}
      submit={t('submit')}
      preview={({ text, all }) => (
        <OrderPreview scope={named(text('class') || text('scope'))} chosen={all('sources')} known={known} />
      )}
    >
      <ActSelect label={t('scope')} name="class" defaultValue={isOfInstrument ? '' : on || '*'}>
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {named(scope)}
          </option>
        ))}
        <option value="">{t('oneInstrument')}</option>
      </ActSelect>
      <ActField
        label={t('instrument')}
        hint={t('scopeHint')}
        wrong={t('wrongScope')}
        name="scope"
        defaultValue={isOfInstrument ? on : ''}
        maxLength={80}
        autoComplete="off"
      />
      <Sources known={known} order={order} />
    </Act>
  )
}

function Sources({ known, order }: { known: readonly string[]; order: readonly string[] }) {
  const t = useTranslations('operatorSources.push')
  const { typed, error } = useTyped('sources')
  const chosen = typed?.split('\n') ?? order
  if (known.length === 0) return <p className="notice">{t('noneKnown')}</p>
  return (
    <div className="act-pair">
      {known.map((_, turn) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: ranks, which do not move
          key={turn}
          label={t('rank', { rank: String(turn + 1) })}
          name="sources"
          defaultValue={chosen[turn] ?? ''}
          error={turn === 0 ? error : undefined}
        >
          <option value="">–</option>
          {known.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}

type OrderPreviewProps = { scope: string; chosen: readonly string[]; known: readonly string[] }

/** The resulting order: the chosen sources, then the other sources by name. */
function OrderPreview({ scope, chosen, known }: OrderPreviewProps) {
  const t = useTranslations('operatorSources.push')
  const first = [...new Set(chosen)]
  const rest = known.filter((name) => !first.includes(name))
  return (
    <>
      <p>
        <b>{scope || '–'}</b>
      </p>
      {first.length === 0 ? (
        <p className="text-muted">{t('sourcesHint')}</p>
      ) : (
        <ol className="ruled">
          {[...first, ...rest].map((name) => (
            <li key={name} className={first.includes(name) ? undefined : 'text-muted'}>
              {name}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

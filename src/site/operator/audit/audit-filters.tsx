import { useTranslations } from 'use-intl'
import { FilterField, Filters } from '../parts/choice/filters.tsx'

const names = ['actor', 'subject', 'action', 'from', 'to'] as const
type AuditFilterValues = { [N in (typeof names)[number]]?: string }

/** A refused filter. `param` is a filter's name, or `after` for the list's page cursor. */
export type FilterFault = { param: string; message: string }

export function auditFilters(query: URLSearchParams): AuditFilterValues {
  const set = names.map((name) => [name, query.get(name)?.trim() ?? '']).filter(([, value]) => value !== '')
  return Object.fromEntries(set)
}

export function AuditFilters({ filters, fault }: { filters: AuditFilterValues; fault: FilterFault | null }) {
  const t = useTranslations('operatorAudit.filters')
  const errorOf = (name: string) => (fault?.param === name ? fault.message : null)
  const isElsewhere = fault !== null && !names.some((name) => name === fault.param)
  return (
    <>
      <Filters label={t('label')} isSet={Object.keys(filters).length > 0}>
        {names.map((name) => (
          <FilterField
            key={name}
            label={t(name)}
            name={name}
            type={name === 'from' || name === 'to' ? 'date' : 'text'}
            defaultValue={filters[name]}
            placeholder={name === 'action' ? 'order.' : undefined}
            maxLength={name === 'from' || name === 'to' ? undefined : 254}
            autoComplete="off"
            error={errorOf(name)}
          />
        ))}
      </Filters>
      {isElsewhere && (
        <p className="notice notice-bad" role="alert">
          {fault.message}
        </p>
      )}
    </>
  )
}

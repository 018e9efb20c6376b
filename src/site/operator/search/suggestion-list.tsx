import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Reading } from '../../reads/read.ts'
import { Glyph, type GlyphName } from '../parts/marks/glyph.tsx'
import { useListed } from '../parts/words/use-listed.ts'
import { CustomerStatePill } from './customer-state-pill.tsx'
import type { SearchGroup, SearchOption } from './search-options.ts'

const glyphs: Record<SearchGroup['name'], GlyphName> = {
  key: 'key',
  payment: 'money',
  ticket: 'ticket',
  email: 'people',
  do: 'search',
}

type SuggestionListProps = {
  id: string
  text: string
  groups: readonly SearchGroup[]
  found: Reading<readonly unknown[]>
  active: SearchOption | undefined
  idOf(option: SearchOption): string
  choose(option: SearchOption): void
}

/** The suggestions for a text, by kind. The field keeps the focus; Enter opens the marked option. */
export function SuggestionList({ id, text, groups, found, active, idOf, choose }: SuggestionListProps) {
  const t = useTranslations('operator.search')
  return (
    <div className="framed search-list">
      {found.state === 'none' && <p className="text-muted search-kind">{t('none', { text })}</p>}
      {found.state === 'failed' && <p className="text-muted search-kind">{t('failed')}</p>}
      <div id={id} role="listbox" aria-label={t('suggestions')}>
        {groups.map(({ name, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <p id={`${id}-${name}`} className="caption search-kind">
              {name === 'do' ? t('do') : t(`kinds.${name}`)}
            </p>
            {options.map((option) => (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
              <div
                key={option.path}
                id={idOf(option)}
                role="option"
                aria-selected={option === active}
                className="search-option"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <Glyph name={glyphs[name]} />
                <OptionText option={option} text={text} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="flow fine pad-8-16 gap-4-16 ruled-top from-1024" aria-hidden="true">
        <span>
          <kbd>↓</kbd> <kbd>↑</kbd> {t('move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('open')}
        </span>
      </p>
    </div>
  )
}

function OptionText({ option, text }: { option: SearchOption; text: string }) {
  const t = useTranslations('operator.search')
  const listed = useListed()
  if (option.kind !== 'customer') return <span>{t(option.kind, { text })}</span>
  const { email, plans, state } = option.customer
  return (
    <>
      <span>
        <Marked text={email} prefix={text} />
        {plans.length > 0 && <span className="row-note">{listed(plans)}</span>}
      </span>
      <CustomerStatePill state={state} />
    </>
  )
}

function Marked({ text, prefix }: { text: string; prefix: string }): ReactNode {
  if (!text.toLowerCase().startsWith(prefix.toLowerCase())) return text
  return (
    <>
      <mark>{text.slice(0, prefix.length)}</mark>
      {text.slice(prefix.length)}
    </>
  )
}

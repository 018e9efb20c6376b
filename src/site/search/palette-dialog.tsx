import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useAccount } from '../browser/account.ts'
import { inLanguage } from '../page/page-link.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { releaseKeys } from '../ui/typing/press-keys.ts'
import { TextInput } from '../ui/typing/text-input.tsx'
import { useEnter } from '../ui/typing/use-enter.ts'
import { PaletteList } from './palette-list.tsx'
import { elementOf, type GroupName, groupNames, groupsOf, keysFor, shownRows } from './rows.ts'
import { useFound } from './use-found.ts'

type PaletteDialogProps = { demoNames: Parameters<typeof useFound>[1]; close(): void }

/** One search field for everything. Arrow keys mark a row, Enter opens the row, Escape closes the dialog. */
export function PaletteDialog({ demoNames, close }: PaletteDialogProps) {
  const t = useTranslations('search')
  const id = useId()
  const locale = useLocale()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<GroupName | 'all'>('all')
  const [active, setActive] = useState(0)
  const { code, user } = useAccount()
  const { found, isLoading, isFailed, retry } = useFound(text, demoNames)
  const groups = found
    ? groupsOf(
        { ...found, keys: keysFor(user?.userApiKey ?? [], found.query), role: user?.role ?? null },
        {
          kindOf: (kind) => (t.has(`kinds.${kind}` as never) ? t(`kinds.${kind}` as never) : kind),
          statusOf: (one) => t(`keyStatus.${one}`),
        },
      )
    : null
  const sections = groups ? shownRows(groups, chosen) : []
  const rows = sections.flatMap((section) => section.rows)
  const total = groups ? groupNames.reduce((sum, name) => sum + groups[name].length, 0) : 0
  const marked = rows[Math.min(active, rows.length - 1)]

  // Closes the dialog before the element is removed, because closing returns the focus.
  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    releaseKeys('field')
    return () => box?.close()
  }, [])
  const open = (to: string) => {
    close()
    void navigate(inLanguage(locale, to))
  }
  const enter = useEnter(text.trim(), isFailed ? null : (found?.query ?? null), () => marked && open(marked.to))
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && rows.length > 0) {
      event.preventDefault()
      setActive((Math.min(active, rows.length - 1) + step + rows.length) % rows.length)
    } else enter(event)
  }
  const choose = (name: GroupName | 'all') => {
    setChosen(name)
    setActive(0)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element itself closes on Escape
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={t('title')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
    >
      <div className="middle palette-field">
        <TextInput
          type="text"
          role="combobox"
          aria-label={t('title')}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={marked ? elementOf(id, marked.id) : undefined}
          placeholder={t('placeholder')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          text={text}
          onText={(typed) => {
            setText(typed)
            setActive(0)
          }}
          onKeyDown={move}
        />
        <button type="button" className="icon-btn" aria-label={t('close')} onClick={close}>
          <CloseIcon />
        </button>
      </div>
      {groups && (
        <div className="strip strip-tabs palette-tabs">
          {(['all', ...groupNames] as const).map((name) => {
            const count = name === 'all' ? total : groups[name].length
            return (
              <button
                key={name}
                type="button"
                aria-pressed={name === chosen}
                disabled={count === 0}
                onClick={() => choose(name)}
              >
                {t(`groups.${name}`)} <small className="num">{count}</small>
              </button>
            )
          })}
        </div>
      )}
      <p className="sr-only" role="status">
        {isLoading ? '' : isFailed ? t('failed') : t('count', { count: rows.length })}
      </p>
      <PaletteList
        id={id}
        sections={sections}
        sought={found?.query ?? ''}
        marked={marked?.id ?? null}
        busy={isLoading}
        more={choose}
        mark={(row) => setActive(rows.findIndex((one) => one.id === row))}
        close={close}
      />
      <PaletteState
        state={isFailed ? 'failed' : found && !isLoading && rows.length === 0 ? 'none' : null}
        query={found?.query ?? text}
        retry={retry}
      />
      <PaletteFoot
        note={found?.symbolsFailed ? t('symbolsFailed') : code === 401 || code === 1 ? t('visitor') : null}
        contact={() => open('/contact')}
      />
    </dialog>
  )
}

type PaletteStateProps = { state: 'failed' | 'none' | null; query: string; retry(): void }

function PaletteState({ state, query, retry }: PaletteStateProps) {
  const t = useTranslations('search')
  if (state === null) return null
  return (
    <div className="stack gap-12 items-start palette-state">
      <p>{state === 'failed' ? t('failed') : t('none', { query })}</p>
      {state === 'failed' ? (
        <button type="button" className="btn btn-small btn-outline" onClick={retry}>
          {t('retry')}
        </button>
      ) : (
        <p className="text-muted">{t('hint')}</p>
      )}
    </div>
  )
}

function PaletteFoot({ note, contact }: { note: string | null; contact(): void }) {
  const t = useTranslations('search')
  return (
    <div className="flow-apart gap-4-16 text-muted palette-foot">
      <span className="palette-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('move')} <kbd>Enter</kbd> {t('open')} <kbd>Esc</kbd> {t('close')}
      </span>
      {note && <span>{note}</span>}
      <button type="button" className="link" onClick={contact}>
        {t('contact')}
      </button>
    </div>
  )
}

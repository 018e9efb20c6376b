import { ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { sectionNameMax } from '#src/contract/site.ts'
import { nameMax, readName } from '#src/contract/values/human-name.ts'
import { TextInput } from '../../../ui/typing/text-input.tsx'
import type { Watchlist } from '../../control/kept/use-watchlist.ts'
import { DropMenu } from '../menus/drop-menu.tsx'

/** The name of the shown list, with a menu of all lists and of actions on lists. */
export function WatchlistMenu({ watchlist }: { watchlist: Watchlist }) {
  const t = useTranslations('chart.watch')
  const { lists, shown } = watchlist
  return (
    <DropMenu
      label={t('lists')}
      value={shown.name}
      className="watch-lists"
      button={
        <>
          <b className="cut">{shown.name}</b>
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <>
          {lists.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === shown.id}
              onClick={() => {
                watchlist.choose(id)
                close()
              }}
            >
              <span className="cut">{name}</span>
            </button>
          ))}
          <i className="drop-sep" />
          <NameForm
            label={t('section')}
            max={sectionNameMax}
            act={(name) => {
              watchlist.addSection(name)
              close()
            }}
          />
          {!watchlist.isFull && (
            <NameForm
              label={t('create')}
              max={nameMax.layout}
              act={(name) => {
                watchlist.create(name)
                close()
              }}
            />
          )}
          <NameForm
            key={`${shown.id} ${shown.name}`}
            label={t('rename')}
            max={nameMax.layout}
            value={shown.name}
            act={(name) => {
              watchlist.rename(name)
              close()
            }}
          />
          {lists.length > 1 && (
            <button
              type="button"
              onClick={() => {
                watchlist.drop()
                close()
              }}
            >
              {t('drop', { name: shown.name })} <Trash2 size={15} aria-hidden="true" />
            </button>
          )}
        </>
      )}
    </DropMenu>
  )
}

type NameFormProps = { label: string; max: number; value?: string; act(name: string): void }

function NameForm({ label, max, value = '', act }: NameFormProps) {
  const t = useTranslations('chart.watch')
  const [text, setText] = useState(value)
  const read = readName(text, max)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (read.kind !== 'ok') return
        setText('')
        act(read.name)
      }}
    >
      <TextInput
        className="input"
        aria-label={label}
        placeholder={label}
        text={text}
        maxLength={max}
        onText={setText}
      />
      <button type="submit" className="btn btn-small btn-outline" disabled={read.kind !== 'ok' || read.name === value}>
        {t('ok')}
      </button>
    </form>
  )
}

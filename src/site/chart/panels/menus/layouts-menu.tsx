import { Trash2 } from 'lucide-react'
import { type Dispatch, useState } from 'react'
import { useTranslations } from 'use-intl'
import { nameMax, readName } from '#src/contract/values/human-name.ts'
import { toast } from '../../../ui/toast.tsx'
import { TextInput } from '../../../ui/typing/text-input.tsx'
import { type KeptLayout, layoutsMax } from '../../control/kept/kept-layouts.ts'
import type { Drawings, DrawnSymbols } from '../../control/kept/use-drawings.ts'
import type { Layouts } from '../../control/kept/use-layouts.ts'
import { activeState, type Board, type BoardAction, boardOf } from '../../state/board.ts'
import { initialState } from '../../state/chart-state.ts'
import { writeAddress } from '../../state/layout.ts'

type LayoutsMenuProps = {
  board: Board
  dispatch: Dispatch<BoardAction>
  layouts: Layouts
  drawings: Pick<Drawings, 'history'> & Pick<DrawnSymbols, 'bring'>
}

export function LayoutsMenu({ board, dispatch, layouts, drawings }: LayoutsMenuProps) {
  const t = useTranslations('chart.layouts')
  const all = useTranslations('chart')
  const [name, setName] = useState('')
  const { kept } = layouts
  const read = readName(name, nameMax.layout)
  const wanted = read.kind === 'ok' ? read.name : ''
  const full = kept.length >= layoutsMax && !kept.some((one) => one.name === wanted)
  const keep = async () => {
    const done = await layouts.keep({ name: wanted, board, drawings: drawings.history.now })
    toast(done ? t('saved') : t('failed'), done ? 'success' : 'error')
    if (done) setName('')
  }
  const remove = async (unwanted: string) => {
    if (!(await layouts.remove(unwanted))) toast(t('failed'), 'error')
  }
  const share = async () => {
    const { linkMax, writeShared } = await import('../../state/shared-chart.ts')
    const { origin, pathname } = window.location
    const shared = await writeShared({ board, drawings: drawings.history.now })
    const link = `${origin}${pathname}${writeAddress(activeState(board))}${shared}`
    if (link.length > linkMax) return toast(all('shared.tooLong'), 'error')
    await navigator.clipboard.writeText(link).then(
      () => toast(all('shared.copied'), 'success'),
      () => toast(all('shared.notCopied'), 'error'),
    )
  }
  const open = (one: KeptLayout) => {
    drawings.bring(activeState(one.board).ticker, one.drawings)
    dispatch({ do: 'loadBoard', board: one.board })
  }
  return (
    <div className="layouts-menu">
      <p className="drop-title">{t(layouts.account ? 'account' : 'here')}</p>
      {layouts.read === 'failed' && <p className="quiet drop-note">{all('busy')}</p>}
      {layouts.read === 'known' && kept.length === 0 && <p className="quiet drop-note">{t('none')}</p>}
      {kept.map((one) => (
        <div key={one.name} className="middle layout-row">
          <button type="button" aria-label={t('open', { name: one.name })} onClick={() => open(one)}>
            <span className="cut">{one.name}</span>
            <small>
              {activeState(one.board).ticker} · {activeState(one.board).interval}
              {one.board.cells.length > 1 && ` · ${t('charts', { count: one.board.cells.length })}`}
            </small>
          </button>
          <button
            type="button"
            className="icon"
            aria-label={t('remove', { name: one.name })}
            onClick={() => void remove(one.name)}
          >
            <Trash2 size={15} aria-hidden="true" />
          </button>
        </div>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && !full) void keep()
        }}
      >
        <TextInput
          className="input"
          aria-label={t('name')}
          placeholder={t('name')}
          text={name}
          maxLength={nameMax.layout}
          onText={setName}
        />
        <button type="submit" className="btn btn-small btn-accent" disabled={wanted === '' || full}>
          {t('save')}
        </button>
      </form>
      {full && <p className="quiet drop-note">{t('full', { max: layoutsMax })}</p>}
      <button type="button" onClick={() => void share()}>
        {all('shared.copy')}
      </button>
      <button
        type="button"
        onClick={() =>
          dispatch({ do: 'loadBoard', board: boardOf({ ...initialState, ticker: activeState(board).ticker }) })
        }
      >
        {t('reset')}
      </button>
    </div>
  )
}

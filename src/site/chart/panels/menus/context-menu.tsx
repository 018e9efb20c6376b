import { Check } from 'lucide-react'
import { type Dispatch, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../../ui/toast.tsx'
import type { Drawings } from '../../control/kept/use-drawings.ts'
import type { MenuPosition } from '../../engine/chart-engine.ts'
import type { ChartAction, ChartState, Scale } from '../../state/chart-state.ts'
import { type DrawingTool, toolWord } from '../../state/drawing-tools.ts'
import type { Drawing } from '../../state/drawings.ts'

type ContextMenuProps = {
  position: MenuPosition
  drawing: Drawing | undefined
  state: ChartState
  dispatch: Dispatch<ChartAction>
  /** The price at the position, as formatted by the axis. */
  price: string | null
  /** The price added to each point of a drawing's copy, so that the copy does not cover the original. */
  shift: number
  /** Whether the price axis fits itself to the prices. */
  fitted: boolean
  canClear: boolean
  close(): void
  acts: {
    drawings: Pick<Drawings, 'history' | 'keep' | 'restyle' | 'drop' | 'showHidden' | 'clear'>
    fit(on: boolean): void
    reset(): void
    indicators(): void
    compare(): void
    picture(): void
    objects(): void
    look(): void
    alert(price: string): void
  }
}

export function ContextMenu(props: ContextMenuProps) {
  const { position, drawing, close } = props
  const t = useTranslations('chart')
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = panel.current
    if (!box) return
    box.showPopover()
    box.style.left = `${Math.max(8, Math.min(position.x, window.innerWidth - box.offsetWidth - 8))}px`
    box.style.top = `${Math.max(8, Math.min(position.y, window.innerHeight - box.offsetHeight - 8))}px`
    box.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }, [position])
  return (
    <div
      ref={panel}
      popover="auto"
      className="floating drop"
      role="menu"
      tabIndex={-1}
      aria-label={t('menu.label')}
      onToggle={(event) => event.newState === 'closed' && close()}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
        const at = all.findIndex((one) => one.matches(':focus'))
        all[(at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length]?.focus()
      }}
    >
      {drawing ? (
        <DrawingEntries {...props} drawing={drawing} />
      ) : position.axis ? (
        <AxisEntries {...props} />
      ) : (
        <CanvasEntries {...props} />
      )}
    </div>
  )
}

function DrawingEntries({ drawing, price, shift, acts, close }: ContextMenuProps & { drawing: Drawing }) {
  const t = useTranslations('chart')
  const copy = () => {
    const points = drawing.points.map((point) => ({ ...point, value: point.value + shift }))
    acts.drawings.keep({ ...drawing, id: `draw-${crypto.randomUUID()}`, points, locked: false })
  }
  return (
    <>
      <p className="drop-title">{t(`drawing.tools.${toolWord(drawing.tool as DrawingTool)}`)}</p>
      <CopyPrice price={price} close={close} />
      <MenuEntry label={t('menu.duplicate')} act={copy} close={close} />
      <MenuEntry
        label={t(drawing.locked ? 'menu.unlock' : 'selected.lock')}
        act={() => acts.drawings.restyle(drawing.id, { locked: drawing.locked !== true })}
        close={close}
      />
      <MenuEntry label={t('selected.remove')} keys="Del" act={() => acts.drawings.drop(drawing.id)} close={close} />
    </>
  )
}

function AxisEntries({ state, dispatch, price, fitted, acts, close }: ContextMenuProps) {
  const t = useTranslations('chart')
  const scale = (name: Scale) => () => state.scale !== name && dispatch({ do: 'scale', scale: name })
  return (
    <>
      {price !== null && <MenuEntry label={t('alert.addAt', { price })} act={() => acts.alert(price)} close={close} />}
      <MenuEntry label={t('axis.autoTitle')} on={fitted} act={() => acts.fit(!fitted)} close={close} />
      <MenuEntry label={t('axis.invert')} on={state.inverted} act={() => dispatch({ do: 'invert' })} close={close} />
      <i className="drop-sep" />
      <MenuEntry label={t('axis.regular')} on={state.scale === 'normal'} act={scale('normal')} close={close} />
      <MenuEntry label={t('toolbar.log')} keys="Alt L" on={state.scale === 'log'} act={scale('log')} close={close} />
      <MenuEntry
        label={t('toolbar.percent')}
        keys="Alt P"
        on={state.scale === 'percent'}
        act={scale('percent')}
        close={close}
      />
      <i className="drop-sep" />
      <MenuEntry
        label={t('axis.reset')}
        act={() => {
          dispatch({ do: 'resetAxis' })
          acts.fit(true)
        }}
        close={close}
      />
    </>
  )
}

function CanvasEntries({ price, canClear, acts, close }: ContextMenuProps) {
  const t = useTranslations('chart')
  return (
    <>
      <MenuEntry label={t('menu.reset')} act={acts.reset} close={close} />
      {price !== null && <MenuEntry label={t('alert.addAt', { price })} act={() => acts.alert(price)} close={close} />}
      <CopyPrice price={price} close={close} />
      <MenuEntry label={t('toolbar.indicators')} keys="Alt I" act={acts.indicators} close={close} />
      <MenuEntry label={t('toolbar.compare')} act={acts.compare} close={close} />
      <MenuEntry label={t('toolbar.picture')} keys="Alt S" act={acts.picture} close={close} />
      <MenuEntry label={t('objects.title')} act={acts.objects} close={close} />
      <MenuEntry label={t('look.more')} act={acts.look} close={close} />
      {acts.drawings.history.now.some(({ hidden }) => hidden) && (
        <MenuEntry label={t('menu.showHidden')} act={acts.drawings.showHidden} close={close} />
      )}
      {canClear && <MenuEntry label={t('drawing.clear')} act={acts.drawings.clear} close={close} />}
    </>
  )
}

function CopyPrice({ price, close }: { price: string | null; close(): void }) {
  const t = useTranslations('chart.menu')
  if (price === null) return null
  const copy = () =>
    navigator.clipboard.writeText(price).then(
      () => toast(t('copied')),
      () => toast(t('notCopied'), 'error'),
    )
  return <MenuEntry label={t('copy')} keys={price} act={() => void copy()} close={close} />
}

type MenuEntryProps = {
  label: string
  keys?: string
  /** Whether a choice is selected; undefined for plain actions. */
  on?: boolean
  disabled?: boolean
  act(): void
  close(): void
}

function MenuEntry({ label, keys, on, disabled = false, act, close }: MenuEntryProps) {
  return (
    <button
      type="button"
      {...(on === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': on })}
      disabled={disabled}
      onClick={() => {
        close()
        act()
      }}
    >
      {label}
      {keys && <small>{keys}</small>}
      {on && <Check size={15} aria-hidden="true" />}
    </button>
  )
}

import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Drawings } from '../../control/kept/use-drawings.ts'
import type { Drawing } from '../../state/drawings.ts'

/** Where the menu opens, in pixels of the window, and the drawing under the pointer. */
export type MenuPlace = { x: number; y: number; drawing: string | null }

type ContextMenuProps = {
  place: MenuPlace
  drawing: Drawing | undefined
  canClear: boolean
  close(): void
  acts: {
    drawings: Pick<Drawings, 'restyle' | 'drop' | 'clear'>
    reset(): void
    indicators(): void
    compare(): void
    picture(): void
  }
}

/** The context menu of the canvas, or of the drawing under the pointer. */
export function ContextMenu({ place, drawing, canClear, close, acts }: ContextMenuProps) {
  const t = useTranslations('chart')
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = panel.current
    if (!box) return
    box.showPopover()
    box.style.left = `${Math.max(8, Math.min(place.x, window.innerWidth - box.offsetWidth - 8))}px`
    box.style.top = `${Math.max(8, Math.min(place.y, window.innerHeight - box.offsetHeight - 8))}px`
    box.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }, [place])
  return (
    <div
      ref={panel}
      popover="auto"
      className="drop"
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
        <>
          <MenuEntry
            label={t(drawing.locked ? 'menu.unlock' : 'selected.lock')}
            act={() => acts.drawings.restyle(drawing.id, { locked: drawing.locked !== true })}
            close={close}
          />
          <MenuEntry label={t('selected.remove')} keys="Del" act={() => acts.drawings.drop(drawing.id)} close={close} />
        </>
      ) : (
        <>
          <MenuEntry label={t('menu.reset')} act={acts.reset} close={close} />
          <MenuEntry label={t('toolbar.indicators')} keys="Alt I" act={acts.indicators} close={close} />
          <MenuEntry label={t('toolbar.compare')} act={acts.compare} close={close} />
          <MenuEntry label={t('toolbar.picture')} keys="Alt S" act={acts.picture} close={close} />
          <MenuEntry label={t('drawing.clear')} disabled={!canClear} act={acts.drawings.clear} close={close} />
        </>
      )}
    </div>
  )
}

type MenuEntryProps = { label: string; keys?: string; disabled?: boolean; act(): void; close(): void }

function MenuEntry({ label, keys, disabled = false, act, close }: MenuEntryProps) {
  return (
    <button
      type="button"
      role="menuitem"
      disabled={disabled}
      onClick={() => {
        close()
        act()
      }}
    >
      {label}
      {keys && <small>{keys}</small>}
    </button>
  )
}

import { type MouseEvent, type ReactNode, useId, useRef } from 'react'

type DropMenuProps = {
  label: string
  /** The selected value, if the button shows it. */
  value?: string
  button: ReactNode
  className?: string
  /** Whether an entry of the menu is in use. */
  current?: boolean
  /** Opens to the right of its button instead of below it, as in a vertical toolbar. */
  beside?: boolean
  children: (close: () => void) => ReactNode
}

/**
 * A button with a panel. The panel is in the top layer, so that a scrolling toolbar does not clip it. Arrow keys move
 * between entries.
 */
export function DropMenu({
  label,
  value,
  button,
  className = '',
  current = false,
  beside = false,
  children,
}: DropMenuProps) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const updatePosition = () => {
    const from = trigger.current?.getBoundingClientRect()
    const box = panel.current
    if (!from || !box) return
    const left = Math.min(beside ? from.right + 4 : from.left, window.innerWidth - box.offsetWidth - 8)
    const top = beside ? Math.min(from.top, window.innerHeight - box.scrollHeight - 12) : belowOrAbove(from, box)
    box.style.left = `${Math.max(8, left)}px`
    box.style.top = `${Math.max(8, top)}px`
    box.style.maxHeight = `${window.innerHeight - Math.max(8, top) - 12}px`
  }
  /** Replaces the browser's toggle, whose event comes only after a frame may have shown the panel at a wrong place. */
  const toggle = (event: MouseEvent) => {
    event.preventDefault()
    const box = panel.current
    box?.togglePopover()
    if (!box?.matches(':popover-open')) return
    updatePosition()
    const chosen = box.querySelector<HTMLElement>('[aria-pressed="true"], [aria-checked="true"]')
    const first = chosen ?? entries()[0]
    first?.focus({ preventScroll: true })
  }
  const entries = () => [...(panel.current?.querySelectorAll<HTMLElement>('button:not(:disabled), input, a') ?? [])]

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`tool ${className}`}
        popoverTarget={id}
        onClick={toggle}
        aria-current={current || undefined}
        aria-label={value === undefined ? label : `${label}: ${value}`}
        title={label}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are only a second way to the focusable elements inside */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="floating drop"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          if (event.target instanceof HTMLInputElement && event.target.type === 'number') return
          event.preventDefault()
          const all = entries()
          const known: readonly unknown[] = all
          const at = known.indexOf(document.activeElement)
          all[(at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length]?.focus()
        }}
      >
        {children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}

/**
 * The top of a panel: below its button, or above the button if the space below is too small and the button is in the
 * lower half of the window.
 */
function belowOrAbove(from: DOMRect, { scrollHeight }: HTMLElement): number {
  const fits = from.bottom + 4 + scrollHeight <= window.innerHeight - 12
  return fits || from.top < window.innerHeight / 2 ? from.bottom + 4 : from.top - 8 - scrollHeight
}

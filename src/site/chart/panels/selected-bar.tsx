import { EyeOff, Layers, Lock, LockOpen, Settings2, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type ChartTheme, lineColor } from '../engine/layers/theme.ts'
import { type Drawing, type DrawingStyle, lineWidths } from '../state/drawings.ts'
import { ColorChoice } from './color-choice.tsx'
import { DropMenu } from './menus/drop-menu.tsx'

type SelectedBarProps = {
  drawing: Drawing
  theme: ChartTheme
  restyle(style: DrawingStyle): void
  order(side: 'front' | 'back'): void
  /** Opens the form for the drawing's points and text. */
  settings(): void
  remove(): void
}

export function SelectedBar({ drawing, theme, restyle, order, settings, remove }: SelectedBarProps) {
  const t = useTranslations('chart.selected')
  const { color, width = 1, locked = false } = drawing
  const shown = color === undefined ? theme.accent : lineColor(theme, color)
  return (
    <div className="floating selected-bar" role="toolbar" aria-label={t('label')}>
      <DropMenu
        label={t('color')}
        button={<i className="line-mark" style={{ background: shown }} aria-hidden="true" />}
      >
        {(close) => (
          <ColorChoice
            label={t('color')}
            theme={theme}
            value={color}
            accent
            choose={(color) => {
              restyle({ color })
              close()
            }}
          />
        )}
      </DropMenu>
      <DropMenu label={t('width')} value={t('pixels', { width })} button={t('pixels', { width })}>
        {(close) =>
          lineWidths.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === width}
              onClick={() => {
                restyle({ width: one })
                close()
              }}
            >
              {t('pixels', { width: one })}
              <i className="width-mark" style={{ height: one }} aria-hidden="true" />
            </button>
          ))
        }
      </DropMenu>
      <button
        type="button"
        className="tool"
        aria-pressed={locked}
        aria-label={t('lock')}
        title={t('lock')}
        onClick={() => restyle({ locked: !locked })}
      >
        {locked ? <Lock size={16} aria-hidden="true" /> : <LockOpen size={16} aria-hidden="true" />}
      </button>
      <OrderMenu order={order} />
      <button
        type="button"
        className="tool"
        aria-label={t('hide')}
        title={t('hide')}
        onClick={() => restyle({ hidden: true })}
      >
        <EyeOff size={16} aria-hidden="true" />
      </button>
      <button type="button" className="tool" aria-label={t('settings')} title={t('settings')} onClick={settings}>
        <Settings2 size={16} aria-hidden="true" />
      </button>
      <button type="button" className="tool" aria-label={t('remove')} title={t('remove')} onClick={remove}>
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

function OrderMenu({ order }: Pick<SelectedBarProps, 'order'>) {
  const t = useTranslations('chart.selected')
  return (
    <DropMenu label={t('order')} button={<Layers size={16} aria-hidden="true" />}>
      {(close) =>
        (['front', 'back'] as const).map((side) => (
          <button
            key={side}
            type="button"
            onClick={() => {
              order(side)
              close()
            }}
          >
            {t(side)}
          </button>
        ))
      }
    </DropMenu>
  )
}

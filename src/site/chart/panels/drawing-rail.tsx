import { ArrowUpDown, Crosshair, Equal, Magnet, Ruler, Square, StickyNote, Trash2, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { namesOf } from '#src/contract/record.ts'
import type { Tools } from '../control/use-tools.ts'
import { type DrawingGroup, type DrawingTool, drawingGroups, toolWord } from '../state/drawing-tools.ts'
import { DropMenu } from './menus/drop-menu.tsx'

const icons: Record<DrawingGroup, ReactNode> = {
  lines: <TrendingUp size={18} />,
  channels: <Equal size={18} />,
  positions: <ArrowUpDown size={18} />,
  shapes: <Square size={18} />,
  notes: <StickyNote size={18} />,
  measure: <Ruler size={18} />,
}
type DrawingRailProps = { tools: Tools; canClear: boolean; clear(): void }

export function DrawingRail({
  tools: { inHand, magnet, selectTool, toggleMagnet },
  canClear,
  clear,
}: DrawingRailProps) {
  const t = useTranslations('chart.drawing')
  return (
    <div className="column chart-rail" role="toolbar" aria-label={t('label')} aria-orientation="vertical">
      <RailButton
        label={t('cross')}
        on={inHand === null}
        onClick={() => selectTool(null)}
        icon={<Crosshair size={18} />}
      />
      {namesOf(drawingGroups).map((group) => {
        const tools: readonly DrawingTool[] = drawingGroups[group]
        const on = inHand !== null && tools.includes(inHand)
        const [only] = tools
        if (tools.length === 1 && only) {
          return (
            <RailButton
              key={group}
              label={t(`groups.${group}`)}
              on={on}
              onClick={() => selectTool(only)}
              icon={icons[group]}
            />
          )
        }
        return (
          <DropMenu
            key={group}
            label={t(`groups.${group}`)}
            current={on}
            beside
            button={<span aria-hidden="true">{icons[group]}</span>}
          >
            {(close) =>
              tools.map((tool) => (
                <button
                  key={tool}
                  type="button"
                  aria-pressed={inHand === tool}
                  onClick={() => {
                    selectTool(tool)
                    close()
                  }}
                >
                  {t(`tools.${toolWord(tool)}`)}
                </button>
              ))
            }
          </DropMenu>
        )
      })}
      <i className="sep" />
      <RailButton label={t('magnet')} on={magnet} onClick={toggleMagnet} icon={<Magnet size={18} />} />
      <RailButton label={t('clear')} onClick={clear} disabled={!canClear} icon={<Trash2 size={18} />} />
    </div>
  )
}

type RailButtonProps = { label: string; icon: ReactNode; on?: boolean; disabled?: boolean; onClick: () => void }

function RailButton({ label, icon, on, disabled = false, onClick }: RailButtonProps) {
  return (
    <button
      type="button"
      className="tool"
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={disabled}
      onClick={onClick}
    >
      <span aria-hidden="true">{icon}</span>
    </button>
  )
}

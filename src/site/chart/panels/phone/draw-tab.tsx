import { useTranslations } from 'use-intl'
import { namesOf } from '#src/contract/record.ts'
import type { Drawings } from '../../control/kept/use-drawings.ts'
import type { Tools } from '../../control/use-tools.ts'
import { type DrawingTool, drawingGroups, toolWord } from '../../state/drawing-tools.ts'

type DrawTabProps = {
  tools: Tools
  drawings: Pick<Drawings, 'history' | 'showHidden' | 'clear'>
  close(): void
}

/** All drawing tools. Choosing a tool closes the sheet, so that the sheet does not cover the plot. */
export function DrawTab({ tools: { inHand, magnet, selectTool, toggleMagnet }, drawings, close }: DrawTabProps) {
  const t = useTranslations('chart.drawing')
  const menu = useTranslations('chart.menu')
  const drawn = drawings.history.now
  return (
    <>
      {namesOf(drawingGroups).map((group) => {
        const tools: readonly DrawingTool[] = drawingGroups[group]
        return (
          <section key={group} aria-label={t(`groups.${group}`)}>
            <h3>{t(`groups.${group}`)}</h3>
            <div className="sheet-grid">
              {tools.map((tool) => (
                <button
                  key={tool}
                  type="button"
                  aria-pressed={inHand === tool}
                  onClick={() => {
                    selectTool(inHand === tool ? null : tool)
                    close()
                  }}
                >
                  {t(`tools.${toolWord(tool)}`)}
                </button>
              ))}
            </div>
          </section>
        )
      })}
      <div className="sheet-grid top-8 ruled-top">
        <button type="button" aria-pressed={magnet} onClick={toggleMagnet}>
          {t('magnet')}
        </button>
        {drawn.some(({ hidden }) => hidden) && (
          <button
            type="button"
            onClick={() => {
              drawings.showHidden()
              close()
            }}
          >
            {menu('showHidden')}
          </button>
        )}
        <button type="button" disabled={drawn.length === 0} onClick={drawings.clear}>
          {t('clear')}
        </button>
      </div>
    </>
  )
}

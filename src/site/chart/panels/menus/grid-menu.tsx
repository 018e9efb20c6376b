import { Columns2, Grid2x2, Square } from 'lucide-react'
import type { Dispatch, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type Board, type BoardAction, type Grid, grids, linkNames } from '../../state/board.ts'

const icons: Record<Grid, ReactNode> = {
  1: <Square size={16} />,
  2: <Columns2 size={16} />,
  4: <Grid2x2 size={16} />,
}

type GridMenuProps = { board: Board; dispatch: Dispatch<BoardAction>; offered: readonly string[] }

export function GridMenu({ board, dispatch, offered }: GridMenuProps) {
  const t = useTranslations('chart.board')
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out as a toolbar group in all browsers */}
      <div className="gap-4 ruled-bottom grid-choice" role="group" aria-label={t('grid')}>
        {grids.map((grid) => (
          <button
            key={grid}
            type="button"
            className="tool icon"
            aria-pressed={board.cells.length === grid}
            aria-label={t('charts', { count: grid })}
            title={t('charts', { count: grid })}
            onClick={() => dispatch({ do: 'grid', grid, offered })}
          >
            <span aria-hidden="true">{icons[grid]}</span>
          </button>
        ))}
      </div>
      {board.cells.length > 1 && (
        <>
          <p className="drop-title">{t('linked')}</p>
          {linkNames.map((link) => (
            <label key={link}>
              <input type="checkbox" checked={board.links[link]} onChange={() => dispatch({ do: 'link', link })} />
              {t(`links.${link}`)}
            </label>
          ))}
        </>
      )}
    </>
  )
}

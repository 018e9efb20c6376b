import { Link2 } from 'lucide-react'
import type { Dispatch } from 'react'
import { useTranslations } from 'use-intl'
import { type Board, type BoardAction, linkNames } from '../state/board.ts'

/** Toolbar toggles for the settings that the charts of a board share. */
export function LinkChips({ board, dispatch }: { board: Board; dispatch: Dispatch<BoardAction> }) {
  const t = useTranslations('chart.board')
  if (board.cells.length === 1) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out as a toolbar group in all browsers
    <div className="link-chips" role="group" aria-label={t('linked')}>
      <Link2 size={15} aria-hidden="true" />
      {linkNames.map((link) => (
        <button
          key={link}
          type="button"
          aria-pressed={board.links[link]}
          onClick={() => dispatch({ do: 'link', link })}
        >
          {t(`links.${link}`)}
        </button>
      ))}
    </div>
  )
}

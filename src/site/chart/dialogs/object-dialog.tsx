import { ArrowDown, ArrowUp, Eye, EyeOff, Lock, LockOpen, Trash2 } from 'lucide-react'
import type { Dispatch, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Drawings } from '../control/kept/use-drawings.ts'
import { type ChartAction, indicatorLabel, type ShownIndicator } from '../state/chart-state.ts'
import { type DrawingTool, toolWord } from '../state/drawing-tools.ts'
import { Modal } from './modal.tsx'

type ObjectDialogProps = {
  drawings: Drawings
  indicators: readonly ShownIndicator[]
  dispatch: Dispatch<ChartAction>
  close(): void
}

/** Everything on the chart: drawings with the topmost first, then indicators in the order of the legend. */
export function ObjectDialog({ drawings, indicators, dispatch, close }: ObjectDialogProps) {
  const t = useTranslations('chart')
  const drawn = drawings.history.now.toReversed()
  return (
    <Modal title={t('objects.title')} closeLabel={t('search.close')} onClose={close}>
      <div className="dialog-list">
        <section aria-label={t('objects.drawings')}>
          <h3>{t('objects.drawings')}</h3>
          {drawn.length === 0 && <p className="quiet dialog-note">{t('objects.noDrawings')}</p>}
          {drawn.map((one, at) => {
            const { id, tool, text, locked = false, hidden = false } = one
            const name = [t(`drawing.tools.${toolWord(tool as DrawingTool)}`), text].filter(Boolean).join(' · ')
            return (
              <Row key={id} name={name} hidden={hidden}>
                <Act label={t('objects.up', { name })} off={at === 0} act={() => drawings.order(id, 'up')}>
                  <ArrowUp size={16} />
                </Act>
                <Act
                  label={t('objects.down', { name })}
                  off={at === drawn.length - 1}
                  act={() => drawings.order(id, 'down')}
                >
                  <ArrowDown size={16} />
                </Act>
                <Act
                  label={t(hidden ? 'indicators.show' : 'indicators.hide', { name })}
                  act={() => drawings.restyle(id, { hidden: !hidden })}
                >
                  {hidden ? <EyeOff size={16} /> : <Eye size={16} />}
                </Act>
                <Act
                  label={t(locked ? 'objects.unlock' : 'objects.lock', { name })}
                  act={() => drawings.restyle(id, { locked: !locked })}
                >
                  {locked ? <Lock size={16} /> : <LockOpen size={16} />}
                </Act>
                <Act label={t('indicators.remove', { name })} act={() => drawings.drop(id)}>
                  <Trash2 size={16} />
                </Act>
              </Row>
            )
          })}
        </section>
        <section aria-label={t('toolbar.indicators')}>
          <h3>{t('toolbar.indicators')}</h3>
          {indicators.length === 0 && <p className="quiet dialog-note">{t('objects.noIndicators')}</p>}
          {indicators.map((one, at) => {
            const [id, name] = [one.id, indicatorLabel(one)]
            return (
              <Row key={id} name={name} hidden={!one.visible}>
                <Act
                  label={t('objects.up', { name })}
                  off={at === 0}
                  act={() => dispatch({ do: 'moveIndicator', id, by: -1 })}
                >
                  <ArrowUp size={16} />
                </Act>
                <Act
                  label={t('objects.down', { name })}
                  off={at === indicators.length - 1}
                  act={() => dispatch({ do: 'moveIndicator', id, by: 1 })}
                >
                  <ArrowDown size={16} />
                </Act>
                <Act
                  label={t(one.visible ? 'indicators.hide' : 'indicators.show', { name })}
                  act={() => dispatch({ do: 'toggleIndicator', id })}
                >
                  {one.visible ? <Eye size={16} /> : <EyeOff size={16} />}
                </Act>
                <Act label={t('indicators.remove', { name })} act={() => dispatch({ do: 'removeIndicator', id })}>
                  <Trash2 size={16} />
                </Act>
              </Row>
            )
          })}
        </section>
      </div>
    </Modal>
  )
}

function Row({ name, hidden, children }: { name: string; hidden: boolean; children: ReactNode }) {
  return (
    <div className="list-row" data-hidden={hidden || undefined}>
      <b className="cut">{name}</b>
      <span className="grow" />
      {children}
    </div>
  )
}

type ActProps = { label: string; off?: boolean; act(): void; children: ReactNode }

function Act({ label, off = false, act, children }: ActProps) {
  return (
    <button type="button" className="icon-btn" aria-label={label} title={label} disabled={off} onClick={act}>
      <span aria-hidden="true">{children}</span>
    </button>
  )
}

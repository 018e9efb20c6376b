import { useFormatter, useTranslations } from 'use-intl'
import type { RefusedRow } from '#src/contract/operator/imports.ts'
import { PostForm, SubmitButton } from '../../../ui/form/work-form.tsx'
import { ActLink } from '../../acts/act.tsx'
import { Chips } from '../../parts/choice/filters.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { Pager } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { CorrectionGrid } from './correction-grid.tsx'
import { useReasonWords } from './reason-words.ts'

export type Quarantined = {
  columns: readonly string[]
  reasons: readonly { reason: string; count: number }[]
  fix: { name: 'exchange_high_low'; count: number; of: number } | null
  rows: readonly RefusedRow[]
  next: number | null
  reason: string
  waiting: number
}

type QuarantinePanelProps = Quarantined & { faults: Readonly<Record<string, string>>; reader: Reader }

/**
 * The refused rows of an import, by reason. Corrected rows are saved and released together; chosen or all rows can be
 * released as they are, or dropped.
 */
export function QuarantinePanel({
  columns,
  reasons,
  fix,
  rows,
  next,
  reason,
  waiting,
  faults,
  reader,
}: QuarantinePanelProps) {
  const t = useTranslations('operatorData.quarantine')
  const format = useFormatter()
  const words = useReasonWords()
  const mayCorrect = reader.may('quarantine.correct') && reader.may('quarantine.release')
  const shown = reason === '' ? waiting : (reasons.find((one) => one.reason === reason)?.count ?? 0)
  return (
    <Panel title={t('title')} aside={t('kept')} flush>
      <Chips
        label={t('reasons')}
        param="reason"
        chips={[
          { name: '', label: t('all'), count: waiting },
          ...reasons.map(({ reason: name, count }) => ({ name, label: words(name), count })),
        ]}
      />
      {fix && reader.may('quarantine.release') && (
        <div className="notice flow-middle data-fix">
          <p>{t('fix', { count: format.number(fix.count), of: format.number(fix.of) })}</p>
          <ActLink act="fix" className="btn btn-accent">
            {t('fixOpen', { count: fix.count })}
          </ActLink>
        </div>
      )}
      <PostForm replace preventScrollReset>
        {rows.length === 0 ? (
          <EmptyState title={t('noneOfReason')} />
        ) : (
          <CorrectionGrid {...{ columns, rows, mayCorrect, faults }} />
        )}
        {rows.length > 0 && (
          <div className="flow-middle gap-8-16 pad-12-16 ruled-top">
            {mayCorrect && (
              <SubmitButton name="act" value="correct" className="btn btn-accent">
                {t('saveAndRelease')}
              </SubmitButton>
            )}
            {reader.may('quarantine.release') && (
              <SubmitButton name="act" value="release" className="btn btn-outline">
                {t('release')}
              </SubmitButton>
            )}
            {reader.may('quarantine.discard') && (
              <SubmitButton name="act" value="discard" className="btn btn-danger">
                {t('discard')}
              </SubmitButton>
            )}
            <span className="flow data-all">
              {reader.may('quarantine.release') && (
                <ActLink act="release-all" className="action-link">
                  {t('releaseAll', { count: shown })}
                </ActLink>
              )}
              {reader.may('quarantine.discard') && (
                <ActLink act="discard-all" className="action-link">
                  {t('discardAll', { count: shown })}
                </ActLink>
              )}
            </span>
          </div>
        )}
      </PostForm>
      <Pager next={next === null ? null : String(next)} shown={rows.length} />
    </Panel>
  )
}

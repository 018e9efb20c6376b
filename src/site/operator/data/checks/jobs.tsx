import { useFormatter, useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { DataJobRow } from '#src/contract/operator/data/jobs.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActButton } from '../../acts/act-button.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { useFollow } from '../../parts/use-follow.ts'
import type { Reader } from '../../shell/console-page.tsx'
import { Meter } from '../uploads/meter.tsx'

const shownMax = 5
const tones: Record<DataJobRow['state'], Tone> = {
  waiting: 'half',
  running: 'half',
  done: 'good',
  failed: 'bad',
  stopped: 'warn',
}
const isMoving = ({ state }: DataJobRow) => state === 'waiting' || state === 'running'

type JobsProps = { jobs: readonly DataJobRow[]; reader: Reader }

/** The newest checks and recomputations, at most `shownMax`. The page reloads while a job is running. */
export function Jobs({ jobs, reader }: JobsProps) {
  const t = useTranslations('operatorChecks')
  useFollow(jobs.some(isMoving))
  if (jobs.length === 0) return null
  return (
    <Panel title={t('jobs')} aside={t('newest')} flush>
      <ul className="ruled uploads">
        {jobs.slice(0, shownMax).map((job) => (
          <JobItem key={job.id} job={job} reader={reader} />
        ))}
      </ul>
    </Panel>
  )
}

function JobItem({ job, reader }: { job: DataJobRow; reader: Reader }) {
  const t = useTranslations('operatorChecks')
  const format = useFormatter()
  const spanOf = useSpan()
  const classes = useTranslations('operatorData.classes')
  const { id, kind, about, state, version, done, total, result, changedAt } = job
  const figures = { done: format.number(done), total: format.number(total) }
  const named = (what: string) => {
    const known = assetClasses.find((one) => one === what)
    return known ? classes(known) : what || t('everyInstrument')
  }
  const act = isMoving(job) ? 'stop' : state === 'done' ? null : 'resume'
  return (
    <li>
      <p className="flow-base gap-8-16 upload-head">
        <b>{t(`jobKinds.${kind}`)}</b>
        <span className="num">{named(about)}</span>
        <span className="text-muted">{spanOf(job)}</span>
        <Pill tone={tones[state]}>{t(`jobStates.${state}`)}</Pill>
      </p>
      {state === 'done' ? (
        <p className="row-note">
          {kind === 'verify'
            ? t('results.verify', { findings: result.findings ?? 0, mended: format.number(result.mended ?? 0) })
            : t('results.recompute', { added: result.added ?? 0, changed: format.number(result.changed ?? 0) })}{' '}
          · <Moment at={changedAt} />
        </p>
      ) : (
        <Meter label={t('progress', figures)} share={total === 0 ? 1 : done / total} />
      )}
      {act && reader.may('job.steer') && (
        <div className="flow-base gap-8-16 upload-foot">
          <ActButton act={act} fields={{ on: id, version }} className="btn btn-outline btn-dense">
            {t(act)}
          </ActButton>
        </div>
      )}
    </li>
  )
}

function useSpan() {
  const t = useTranslations('operatorChecks')
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return ({ from, to }: DataJobRow): string => {
    if (from === null) return to === null ? t('allTime') : t('until', { to: day(to) })
    return to === null ? t('since', { from: day(from) }) : t('between', { from: day(from), to: day(to) })
  }
}

import { ChevronDown } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import type { BarInterval } from '#src/contract/market.ts'
import { namesOf } from '#src/contract/record.ts'
import { favouriteIntervals, intervalGroups } from '../../state/time/favourite-intervals.ts'
import { DropMenu } from './drop-menu.tsx'

type IntervalsProps = { interval: BarInterval; choose(interval: BarInterval): void }

/**
 * Buttons for the favourite intervals, and a menu of all intervals. The menu's button names the selected interval if
 * that interval is not a favourite.
 */
export function Intervals({ interval, choose }: IntervalsProps) {
  const t = useTranslations('chart')
  const usual: readonly BarInterval[] = favouriteIntervals
  const others = usual.includes(interval) ? null : interval
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out as a toolbar group in all browsers */}
      <div className="intervals" role="group" aria-label={t('toolbar.interval')}>
        {usual.map((one) => (
          <button
            key={one}
            type="button"
            className="tool interval"
            aria-pressed={interval === one}
            title={t(`intervals.${one}`)}
            onClick={() => choose(one)}
          >
            {t(`intervalLabels.${one}`)}
          </button>
        ))}
      </div>
      <IntervalMenu interval={interval} choose={choose} shown={others} />
    </>
  )
}

type IntervalMenuProps = IntervalsProps & { shown: BarInterval | null }

export function IntervalMenu({ interval, choose, shown }: IntervalMenuProps) {
  const t = useTranslations('chart')
  return (
    <DropMenu
      label={t('toolbar.moreIntervals')}
      value={t(`intervals.${interval}`)}
      className="interval-menu"
      current={shown !== null}
      button={
        <>
          <b className={shown ? '' : 'below-1024'}>{t(`intervalLabels.${interval}`)}</b>
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      {(close) =>
        namesOf(intervalGroups).map((group) => (
          <Fragment key={group}>
            <p className="drop-title">{t(`intervalGroups.${group}`)}</p>
            {intervalGroups[group].map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={interval === one}
                onClick={() => {
                  choose(one)
                  close()
                }}
              >
                {t(`intervals.${one}`)}
                <small>{t(`intervalLabels.${one}`)}</small>
              </button>
            ))}
          </Fragment>
        ))
      }
    </DropMenu>
  )
}

import { useTranslations } from 'use-intl'
import type { Check, Need, Needs } from '#src/contract/operator/now.ts'
import { dayMs } from '#src/contract/time.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { Glyph } from '../../parts/marks/glyph.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import { useRowKeys } from '../../parts/table/use-row-keys.ts'
import { useSpan } from '../../parts/words/spans.ts'
import { consolePages } from '../../shell/console-pages.ts'
import { ChecksFoot } from './checks-foot.tsx'
import { useNeedWords } from './need-words.tsx'

/** The needs (tasks that wait for staff), each with a link to its page or a command. J and K move between needs. */
export function NeedsPanel({ needs: { at, needs, total, checks } }: { needs: Needs }) {
  const t = useTranslations('operatorNow.needs')
  const list = useRowKeys<HTMLUListElement>()
  const title = (
    <>
      {t('title')}{' '}
      {total > 0 && (
        <span className="need-count" role="img" aria-label={t('count', { count: total })}>
          {grouped(total)}
        </span>
      )}
    </>
  )
  return (
    <Panel title={title} aside={<Hint />} flush foot={<ChecksFoot checks={checks} />}>
      {total === 0 ? (
        <AllFine checks={checks} />
      ) : (
        <ul className="ruled needs" ref={list}>
          {groupsOf(needs, checks).map((group) => (
            <Group key={group.check.name} {...group} at={at} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Hint() {
  const t = useTranslations('operatorNow.needs')
  return (
    <span className="needs-hint">
      {t('order')} · <kbd>J</kbd> <kbd>K</kbd> {t('move')} · <kbd>Enter</kbd> {t('act')}
    </span>
  )
}

type GroupProps = { check: Check; needs: readonly Need[] }

/** The needs by kind, in the order of each kind's worst need. */
function groupsOf(needs: readonly Need[], checks: readonly Check[]): GroupProps[] {
  const kinds = new Set(needs.map(({ check }) => check))
  return [...kinds].flatMap((kind) => {
    const check = checks.find(({ name }) => name === kind)
    return check ? [{ check, needs: needs.filter((need) => need.check === kind) }] : []
  })
}

/** The maximum number of rows that the overview shows of a kind of needs, if the kind has a page of its own. */
const rowsShown = 3

function Group({ check, needs, at }: GroupProps & { at: number }) {
  const t = useTranslations('operatorNow')
  const { name, count, page } = check
  const shown = page === null ? needs : needs.slice(0, rowsShown)
  const more = count - shown.length
  return (
    <>
      {count > 1 && <GroupHead check={check} oldest={oldestOf(needs)} at={at} />}
      {shown.map((need) => (
        <NeedRow key={`${name} ${need.id}`} need={need} at={at} />
      ))}
      {more > 0 && (
        <li className="pad-8-16">
          {page === null ? (
            t('needs.more', { count: more })
          ) : (
            <PageLink to={`/operator${page}`} className="link">
              {t('needs.more', { count: more })}
            </PageLink>
          )}
        </li>
      )}
    </>
  )
}

type GroupHeadProps = { check: Check; oldest: Need | undefined; at: number }

/** `Tickets · 124 wait · oldest 20 days`, with a link to the oldest need if the list contains it and it has a page. */
function GroupHead({ check: { name, count, oldestAt }, oldest, at }: GroupHeadProps) {
  const t = useTranslations('operatorNow')
  const span = useSpan()
  const isListed = oldest !== undefined && oldest.since === oldestAt
  return (
    <li className="flow-apart pad-8-16 need-group">
      <span>
        <b>{t(`kinds.${name}`)}</b> · {t('needs.wait', { count })}
        {oldestAt !== null && (
          <>
            {' · '}
            <span data-late={at - oldestAt >= dayMs || undefined}>
              {t('needs.oldest', { age: span(at - oldestAt) })}
            </span>
          </>
        )}
      </span>
      {isListed && oldest.page && isServed(oldest.page) && (
        <PageLink to={`/operator${oldest.page}`} className="action-link">
          {t('needs.openOldest')}
        </PageLink>
      )}
    </li>
  )
}

function oldestOf(needs: readonly Need[]): Need | undefined {
  return needs.filter(({ since }) => since !== null).sort((one, other) => Number(one.since) - Number(other.since))[0]
}

/** The mark is green only if all checks were made. */
function AllFine({ checks }: Pick<Needs, 'checks'>) {
  const t = useTranslations('operatorNow.needs')
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const unknown = count('unknown')
  if (unknown > 0)
    return (
      <EmptyState title={t('noneKnown')} read="failed">
        {t('noneText', { count: count('fine') })} {t('unknown', { count: unknown })}
      </EmptyState>
    )
  return (
    <EmptyState title={t('none')} icon={<Glyph name="check" size={24} />}>
      {t('noneText', { count: count('fine') })}
    </EmptyState>
  )
}

/** Whether the console has the page that acts on a need. If not, the command is shown. */
function isServed(page: string): boolean {
  return consolePages.some(
    ({ name }) => page === `/${name}` || page.startsWith(`/${name}/`) || page.startsWith(`/${name}?`),
  )
}

function NeedRow({ need, at }: { need: Need; at: number }) {
  const t = useTranslations('operatorNow')
  const span = useSpan()
  const { title, note } = useNeedWords()(need)
  const { check, tone, since, page, command } = need
  return (
    <li className="need">
      <span className="need-age num" data-late={(since !== null && at - since >= dayMs) || undefined}>
        {since !== null && span(at - since)}
      </span>
      <Pill tone={tone}>{t(`checks.${check}`)}</Pill>
      <div className="shrink breakable need-text">
        <p className="clamped">{title}</p>
        <p className="text-muted">{note}</p>
        {command && (
          <details className="gap-8 need-command">
            <summary>{t('needs.command')}</summary>
            <code className="num text-12">{t('needs.program', { command })}</code>
          </details>
        )}
      </div>
      <span className="need-way">
        {page && isServed(page) && (
          <PageLink to={`/operator${page}`} className={`btn ${tone === 'bad' ? 'btn-accent' : 'btn-outline'}`} data-row>
            {t(`acts.${check}`)}
          </PageLink>
        )}
      </span>
    </li>
  )
}

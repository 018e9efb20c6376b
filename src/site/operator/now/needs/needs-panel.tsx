import { useTranslations } from 'use-intl'
import type { Need, Needs } from '#src/contract/operator/now.ts'
import { PageLink } from '../../../page/page-link.tsx'
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
export function NeedsPanel({ needs: { at, needs, checks } }: { needs: Needs }) {
  const t = useTranslations('operatorNow.needs')
  const list = useRowKeys<HTMLUListElement>()
  const title = (
    <>
      {t('title')}{' '}
      {needs.length > 0 && (
        <span className="need-count" role="img" aria-label={t('count', { count: needs.length })}>
          {needs.length}
        </span>
      )}
    </>
  )
  return (
    <Panel title={title} aside={<Hint />} flush foot={<ChecksFoot checks={checks} />}>
      {needs.length === 0 ? (
        <AllFine checks={checks} />
      ) : (
        <ul className="ruled needs" ref={list}>
          {needs.map((need) => (
            <NeedRow key={`${need.check} ${need.id}`} need={need} at={at} />
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

function AllFine({ checks }: Pick<Needs, 'checks'>) {
  const t = useTranslations('operatorNow.needs')
  const count = (state: string) => checks.filter((check) => check.state === state).length
  const unknown = count('unknown')
  return (
    <EmptyState title={t('none')} icon={<Glyph name="check" size={24} />}>
      {t('noneText', { count: count('fine') })} {unknown > 0 && t('unknown', { count: unknown })}
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
      <Pill tone={tone}>{t(`checks.${check}`)}</Pill>
      <div className="need-text">
        <p>{title}</p>
        <p className="text-muted">
          {note} {command && <code className="num block text-12">tapewire {command}</code>}
        </p>
      </div>
      <span className="need-age num">{since !== null && span(at - since)}</span>
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

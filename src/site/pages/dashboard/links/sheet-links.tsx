import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { sheetLinksMax } from '#src/contract/account/sheet-choices.ts'
import type { SheetLink } from '#src/contract/account/sheet-links.ts'
import { developers } from '#src/contract/team/team-role.ts'
import { useMay } from '../../../account/acting.tsx'
import { invoke } from '../../../browser/invoke.ts'
import { PageLink } from '../../../page/page-link.tsx'
import type { Prove } from '../../../proof/use-proof.tsx'
import { WorkButton } from '../../../ui/form/work-button.tsx'
import { SentenceSpace } from '../../../ui/sentence-space.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { relativeTime } from '../../../ui/time/relative-time.ts'
import { toast } from '../../../ui/toast.tsx'
import { LinkDialog } from './link-dialog.tsx'

type SheetLinksProps = {
  links: readonly SheetLink[]
  keys: readonly ApiKey[]
  /** The server's time. */
  now: number
  prove: Prove
  onChange: () => void
}

/** The addresses by which spreadsheets read one table each. */
export function SheetLinks({ links, keys, now, prove, onChange }: SheetLinksProps) {
  const t = useTranslations('dashboard.links')
  const [isMaking, setMaking] = useState(false)
  const mayChange = useMay(developers)
  const usable = keys.filter(({ status, scope }) => status !== 'expired' && scope.access !== 'stream')
  return (
    <section className="card" aria-labelledby="ruled-top">
      <div className="card-head">
        <h2 id="ruled-top">{t('title')}</h2>
        <small>{t('count', { count: String(links.length), max: String(sheetLinksMax) })}</small>
      </div>
      <div className="card-body stack">
        <p className="text-muted">
          {t('lead')}
          <SentenceSpace />
          <PageLink className="link" to="/docs/recipes#sheets">
            {t('docs')}
          </PageLink>
        </p>
        {mayChange && (
          <div>
            <button
              type="button"
              className="btn btn-small btn-outline needs-script"
              disabled={usable.length === 0 || links.length >= sheetLinksMax}
              onClick={() => setMaking(true)}
            >
              {t('add')}
            </button>
          </div>
        )}
      </div>
      {links.length > 0 && (
        <ul className="row-list ruled-top">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} now={now} mayRevoke={mayChange} onChange={onChange} />
          ))}
        </ul>
      )}
      {isMaking && <LinkDialog keys={usable} prove={prove} onClose={() => setMaking(false)} onChange={onChange} />}
    </section>
  )
}

type LinkRowProps = { link: SheetLink; now: number; mayRevoke: boolean; onChange: () => void }

function LinkRow({ link, now, mayRevoke, onChange }: LinkRowProps) {
  const t = useTranslations('dashboard.links')
  const busy = useTranslations('account')('busy')
  const locale = useLocale()
  const { id, name, key, madeBy, createdAt, lastUsedAt, uses } = link
  const revoke = async () => {
    const result = await invoke('POST /api/sheet-links/{id}/revoke', { params: { id } })
    if (!result.ok) return toast(result.refusal.msg ?? busy, 'error')
    toast(t('revoked'))
    onChange()
  }
  return (
    <li>
      <div className="breakable row-text">
        <p>
          <strong>{name}</strong>
        </p>
        <p>
          <TableName link={link} />
        </p>
        <p className="row-note">
          {lastUsedAt === null
            ? t('never')
            : t('used', { count: uses, time: relativeTime(locale, Math.min(lastUsedAt, now), now) })}{' '}
          <span className="nowrap">
            · {t('bookedOn')} <span className="num">{key}</span>
          </span>
        </p>
        <p className="row-note">
          {t('made')} <Moment at={createdAt} />
          {madeBy !== null && ` · ${madeBy}`}
        </p>
      </div>
      {mayRevoke && (
        <WorkButton
          className="btn btn-small btn-danger"
          aria-label={`${t('revoke')}: ${name}`}
          question={{ title: t('revokeTitle', { name }), message: t('revokeWhy'), confirm: t('revoke') }}
          work={revoke}
        >
          {t('revoke')}
        </WorkButton>
      )}
    </li>
  )
}

function TableName({ link: { table } }: { link: SheetLink }) {
  const t = useTranslations('dashboard.links')
  if (table.kind === 'prices') return <>{t('shows.prices', { codes: table.codes.join(', ') })}</>
  const interval = t(`intervals.${table.interval}`)
  return <>{t('shows.bars', { code: table.code, interval, rows: String(table.rows) })}</>
}

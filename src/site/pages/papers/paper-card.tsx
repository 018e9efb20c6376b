import { useFormatter, useTranslations } from 'use-intl'
import type { Paper, Party } from '#src/contract/account/papers.ts'
import { useSite } from '../../context/site-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { money } from '../payment/money.ts'

/** Amounts of a credit note are negative. */
const shown = (amount: string) => (amount.startsWith('-') ? `−${money(amount.slice(1))}` : money(amount))

/** Formats days in UTC, because the years in the numbers of papers are in UTC. */
function useDay() {
  const format = useFormatter()
  return (time: number) => format.dateTime(time, { dateStyle: 'long', timeZone: 'UTC' })
}

type Shown = {
  paper: Paper
  /** Names of the countries that the paper names, by code. */
  names: Readonly<Record<string, string>>
}

export function PaperCard({ paper, names, email }: Shown & { email: string }) {
  const t = useTranslations('paper')
  const { supportEmail } = useSite()
  return (
    <article className="card" aria-labelledby="paper">
      <div className="card-head">
        <h1 id="paper" className="page-title">
          {t(`title.${paper.kind}`)}
        </h1>
        <button type="button" className="btn btn-small btn-outline needs-script no-print" onClick={() => print()}>
          {t('print')}
        </button>
      </div>
      <Relation paper={paper} />
      <div className="stack text-14 breakable paper-parties">
        <PartyLines label={t('seller')} party={paper.seller} names={names} email={supportEmail} />
        <PartyLines label={t('buyer')} party={paper.buyer} names={names} email={email} />
      </div>
      <Facts paper={paper} />
      <Amounts paper={paper} names={names} />
      <Payments paper={paper} />
    </article>
  )
}

/** Only the paper of a refund has no plan. */
const isRefund = ({ planName }: Paper) => planName === null

function Relation({ paper }: { paper: Paper }) {
  const t = useTranslations('paper')
  const { voids, voidedBy } = paper
  const other = voids ?? voidedBy
  if (other)
    return (
      <p className="notice paper-note">
        <PageLink className="link" to={`/dashboard/billing/papers/${other}`}>
          {t(voids ? 'voids' : 'voidedBy', { number: other })}
        </PageLink>
      </p>
    )
  return isRefund(paper) ? <p className="notice paper-note">{t('refunded')}</p> : null
}

type PartyProps = Pick<Shown, 'names'> & { label: string; party: Party; email: string }

function PartyLines({ label, party, names, email }: PartyProps) {
  const t = useTranslations('paper')
  const country = party.country && (names[party.country] ?? party.country)
  return (
    <section>
      <h2>{label}</h2>
      {party.name && <p>{party.name}</p>}
      {party.address && <p>{party.address}</p>}
      {country && <p>{country}</p>}
      {party.taxId && <p>{t('taxId', { id: party.taxId })}</p>}
      <p>{email}</p>
    </section>
  )
}

function Facts({ paper }: { paper: Paper }) {
  const t = useTranslations('paper')
  const periods = useTranslations('plans.periods')
  const day = useDay()
  const { service } = paper
  const rows: (readonly [string, string | null])[] = [
    [t('number'), paper.number],
    [t('issued'), day(paper.issuedAt)],
    [t('sold'), isRefund(paper) ? null : day(paper.soldAt)],
    [t('order'), paper.orderNo],
    [t('refund'), paper.refundId],
    [t('reference'), paper.reference],
    [t('plan'), paper.planName],
    [t('period'), paper.period && periods(paper.period)],
    [t('service'), service && `${day(service.from)} – ${day(service.to)}`],
  ]
  return (
    <dl className="ruled pay-lines">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Amounts({ paper: { kind, lines, net, tax, gross }, names }: Shown) {
  const t = useTranslations('paper')
  const isAlone = lines.length === 1 && tax === null
  return (
    <dl className="ruled pay-lines">
      {!isAlone &&
        lines.map(({ kind, amount, coupon }) => (
          <div key={kind}>
            <dt>{t(`lines.${kind}`, { code: coupon ?? '' })}</dt>
            <dd className="num">{shown(amount)}</dd>
          </div>
        ))}
      {tax && (
        <>
          <div>
            <dt>{t('net')}</dt>
            <dd className="num">{shown(net)}</dd>
          </div>
          <div>
            <dt>
              {tax.reverseCharge
                ? t('reverseCharge')
                : t('tax', { rate: tax.rate, country: names[tax.country] ?? tax.country })}
            </dt>
            <dd className="num">{shown(tax.amount)}</dd>
          </div>
        </>
      )}
      <div className="pay-total">
        <dt>{t(`total.${kind}`)}</dt>
        <dd className="num">
          {shown(gross)} <small>USDT</small>
        </dd>
      </div>
    </dl>
  )
}

function Payments({ paper }: { paper: Paper }) {
  const t = useTranslations('paper')
  const { payments, creditUsed, becameCredit, kind, voids } = paper
  const rows = [
    ...(creditUsed === '0.00' ? [] : [[t('creditUsed'), shown(creditUsed)] as const]),
    ...(becameCredit === '0.00' ? [] : [[t('becameCredit'), `−${money(becameCredit)}`] as const]),
  ]
  if (voids || payments.length + rows.length === 0) return null
  return (
    <section className="paper-payments" aria-labelledby="payments">
      <h2 id="payments">{t('payments')}</h2>
      <dl className="ruled pay-lines">
        {payments.map(({ network, chainName, hash, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may have several transfers
          <div key={`${hash} ${at}`}>
            <dt>
              {t(kind === 'receipt' ? 'transfer' : 'sent', { network: `${network} · ${chainName}` })}
              <small className="num">{hash}</small>
            </dt>
            <dd className="num">{money(amount)}</dd>
          </div>
        ))}
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

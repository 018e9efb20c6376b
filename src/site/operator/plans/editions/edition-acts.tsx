import { useTranslations } from 'use-intl'
import { languages, locales } from '#src/contract/locale.ts'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import type { PlanEntry } from '#src/contract/sales/plan-document.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import { Act, ActField } from '../../acts/act.tsx'
import { DifferenceList } from './difference-list.tsx'

const periods = ['month', 'quarter', 'half-year', 'year'] as const

type EditionActsProps = { plans: WirePlans; names: Readonly<Record<string, string>> }

/** The forms about the draft. Each sends the version that the editor read. */
export function EditionActs({ plans, names }: EditionActsProps) {
  const t = useTranslations('operatorPlans')
  const { draft, published, version, differences } = plans
  const { document } = draft ?? published
  return (
    <>
      {document.plans.map((entry) => (
        <PlanAct key={entry.id} entry={entry} plans={plans} name={names[entry.id] ?? entry.id} />
      ))}
      <TermsAct plans={plans} />
      <TiersAct plans={plans} />
      {draft && (
        <>
          <Act
            hidden={{ version }}
            name="publish"
            title={t('publish.title', { number: String(draft.number) })}
            effects={[
              <>
                {t('publish.sells', { count: differences.length })}
                <DifferenceList plans={plans} names={names} />
              </>,
              t('publish.running'),
              t('publish.orders'),
              t('publish.pages'),
            ]}
            submit={t('publish.submit')}
          >
            <ActField label={t('publish.at')} hint={t('publish.atHint')} name="at" type="datetime-local" />
          </Act>
          <Act
            hidden={{ version }}
            name="cancel"
            title={t('cancel.title', { number: String(draft.number) })}
            effects={[t('cancel.stays'), t('cancel.byHand')]}
            submit={t('cancel.submit')}
          />
          <Act
            hidden={{ version }}
            name="discard"
            title={t('discard.title', { number: String(draft.number) })}
            effects={[t('discard.lost', { count: differences.length }), t('discard.published')]}
            submit={t('discard.submit')}
            danger
          />
        </>
      )}
    </>
  )
}

type PlanActProps = { entry: PlanEntry; plans: WirePlans; name: string }

function PlanAct({ entry, plans: { draft, version }, name }: PlanActProps) {
  const t = useTranslations('operatorPlans')
  const { id, price } = entry
  const count = { inputMode: 'numeric', autoComplete: 'off' } as const
  const text = (value: number | null) => (value === null ? '' : String(value))
  const isSold = price !== null && !id.endsWith('-free')
  return (
    <Act
      name="plan"
      on={id}
      title={t('edit.title', { plan: name })}
      effects={[t(draft === null ? 'edit.begins' : 'edit.changes'), ...(draft?.publishAt ? [t('edit.unplans')] : [])]}
      submit={t('edit.submit')}
      hidden={{ version, ...(isSold ? {} : { price: price ?? '' }) }}
    >
      {isSold && (
        <ActField
          label={t('fields.price')}
          name="price"
          defaultValue={price}
          inputMode="decimal"
          autoComplete="off"
          required
        />
      )}
      <ActField
        {...count}
        label={t('fields.perMinute')}
        hint={t('edit.empty')}
        name="perMinute"
        defaultValue={text(entry.perMinute)}
      />
      <ActField {...count} label={t('fields.sockets')} name="sockets" defaultValue={text(entry.sockets)} />
      <ActField
        {...count}
        label={t('fields.subscriptions')}
        name="subscriptions"
        defaultValue={text(entry.subscriptions)}
      />
      <ActField
        {...count}
        label={t('edit.delay')}
        name="delaySeconds"
        defaultValue={text(entry.delaySeconds)}
        required
      />
      <ActField {...count} label={t('edit.history')} name="historyDays" defaultValue={text(entry.historyDays)} />
      {locales.map((locale) => (
        <ActField
          key={locale}
          label={t('edit.name', { language: languages[locale].name })}
          {...(locale === locales[0] && { hint: t('edit.nameHint') })}
          name={`name-${locale}`}
          lang={locale}
          defaultValue={entry.names?.[locale] ?? ''}
          maxLength={40}
        />
      ))}
    </Act>
  )
}

function TiersAct({ plans: { draft, published, version } }: { plans: WirePlans }) {
  const t = useTranslations('operatorPlans')
  const standard = useTranslations('plans.tiers')
  const { tierNames = {} } = (draft ?? published).document
  return (
    <Act
      name="tiers"
      title={t('terms.tiers')}
      effects={[
        t(draft === null ? 'edit.begins' : 'edit.changes'),
        t('terms.tiersEverywhere'),
        ...(draft?.publishAt ? [t('edit.unplans')] : []),
      ]}
      submit={t('edit.submit')}
      hidden={{ version }}
    >
      {tiers.map((tier) =>
        locales.map((locale) => (
          <ActField
            key={tier + locale}
            label={t('terms.tierName', { tier: standard(tier), language: languages[locale].name })}
            name={`${tier}-${locale}`}
            lang={locale}
            defaultValue={tierNames[tier]?.[locale] ?? ''}
            maxLength={40}
          />
        )),
      )}
    </Act>
  )
}

function TermsAct({ plans: { draft, published, version } }: { plans: WirePlans }) {
  const t = useTranslations('operatorPlans')
  const names = useTranslations('plans.periods')
  const { document } = draft ?? published
  const percent = { inputMode: 'numeric', autoComplete: 'off', required: true } as const
  return (
    <Act
      name="terms"
      title={t('terms.change')}
      effects={[t(draft === null ? 'edit.begins' : 'edit.changes'), ...(draft?.publishAt ? [t('edit.unplans')] : [])]}
      submit={t('edit.submit')}
      hidden={{ version }}
    >
      <ActField
        {...percent}
        label={t('terms.newcomerPercent')}
        name="newcomerDiscount"
        defaultValue={document.newcomerDiscount}
      />
      {periods.map((period) => (
        <ActField
          key={period}
          {...percent}
          label={t('terms.saving', { period: names(period) })}
          name={period}
          defaultValue={document.periods[period].saving}
        />
      ))}
    </Act>
  )
}

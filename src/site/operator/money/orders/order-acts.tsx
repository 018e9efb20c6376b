import { useTranslations } from 'use-intl'
import type { HeldPayment, OrderStory } from '#src/contract/operator/money/orders.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Act, ActField } from '../../acts/act.tsx'
import { WordsFields } from '../../acts/words-fields.tsx'

export function OrderActs({ story }: { story: OrderStory }) {
  const t = useTranslations('operatorMoney')
  const { order, customer, held, transfers, missing } = story
  const about = customer.email ?? t('gone')
  const hashes = [...transfers, ...held].flatMap(({ transaction }) => transaction?.hash ?? [])
  return (
    <>
      {missing !== null && (
        <Act
          name="settle"
          on={order.orderNo}
          title={t('settle.title', { no: order.orderNo })}
          effects={[
            t('settle.opens', { plan: order.planName, email: about }),
            Number(missing) > 0 ? t('settle.missing', { missing: grouped(missing) }) : t('settle.covered'),
            t('settle.later'),
            ...(Number(missing) > 0 ? [t('settle.second')] : []),
          ]}
          submit={t('settle.submit')}
        >
          <WordsFields isReasonRequired />
        </Act>
      )}
      {[...new Set(hashes)].map((hash) => (
        <Act
          key={hash}
          name="rejudge"
          on={hash}
          title={t('rejudge.title')}
          effects={[t('rejudge.reads'), t('rejudge.credits')]}
          submit={t('rejudge.submit')}
          hidden={{ code: order.network, txHash: hash }}
        />
      ))}
      {held.map((one) => (
        <CloseAct key={one.id} held={one} />
      ))}
    </>
  )
}

/** The form that removes a held payment from the list. */
export function CloseAct({ held: { id } }: { held: HeldPayment }) {
  const t = useTranslations('operatorMoney')
  return (
    <Act
      name="close"
      on={id}
      title={t('close.title', { id })}
      effects={[t('close.leaves'), t('close.stays')]}
      submit={t('close.submit')}
    >
      <ActField label={t('close.note')} name="note" maxLength={500} autoComplete="off" required />
    </Act>
  )
}

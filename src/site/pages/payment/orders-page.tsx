import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { accountPage, translatorOf } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { knownOf } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { OpenOrder } from './open-order.tsx'
import { OrderList } from './order-list.tsx'
import { readOrders } from './orders.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['payment', 'account'], async ({ url, locale }) => ({
    ...(await readOrders(args, url)),
    head: { title: translatorOf(locale, 'payment')('orders.title' as never), indexed: false },
  }))(args)

export default function Orders() {
  const t = useTranslations('payment.orders')
  const { orders, filters, pending } = useLoaderData<typeof loader>()
  return (
    <AccountPage
      title={t('title')}
      subtitle={t('noneText')}
      acts={
        !knownOf(pending) && (
          <PageLink to="/payment" className="btn btn-accent">
            {t('buy')}
          </PageLink>
        )
      }
    >
      <Shown read={pending} failed={t('openFailed')}>
        {(no) => no && <OpenOrder no={no} />}
      </Shown>
      <CardOf title={t('title')} read={orders}>
        {(known) => <OrderList orders={known} filters={filters} />}
      </CardOf>
    </AccountPage>
  )
}

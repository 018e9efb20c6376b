import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { send } from '../../page/invoke.server.ts'
import { doneAddress, unlessAct } from '../acts/act-address.ts'
import { consoleAction, type Said, underFields, wordsIn } from '../acts/console-action.server.ts'
import { Tabs } from '../parts/choice/tabs.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage, type Reader } from '../shell/console-page.tsx'
import { CouponsView } from './coupons-view.tsx'
import { DealsView } from './deals-view.tsx'
import { EditionTools } from './editions/edition-tools.tsx'
import { EditionsView } from './editions/editions-view.tsx'
import { changePlan, changeTerms, changeTierNames } from './loaded/change-draft.server.ts'
import { type PlansData, plansData } from './loaded/plans-data.server.ts'
import './plans.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorPlans', 'plans'], (call) => plansData(args, call))(args)

const version = (said: Said) => ({ version: said.number('version') })
const timeOf = (text: string) => (text === '' ? null : Date.parse(`${text}Z`) || text)

export const action = consoleAction({
  plan: changePlan,
  terms: changeTerms,
  tiers: changeTierNames,
  discard: (said, args) => send(args, 'POST /api/operator/plans/discard', { body: version(said) }),
  publish: async (said, args) => {
    const at = timeOf(said.text('at'))
    const answer = await send(args, 'POST /api/operator/plans/publish', { body: { ...version(said), at } })
    // A time that has passed publishes at once.
    if (answer.ok && answer.data.at === at) throw redirect(doneAddress(args.url, 'plan-later'))
    return answer
  },
  cancel: (said, args) => send(args, 'POST /api/operator/plans/cancel', { body: version(said) }),
  coupon: addCoupon,
  end: ({ text }, args) => send(args, 'POST /api/operator/coupons/{code}/end', { params: { code: text('on') } }),
  grant: ({ text, number }, args) =>
    send(args, 'POST /api/operator/plans/deals', {
      body: {
        ...{ email: text('email'), version: null },
        ...{ planId: text('planId'), months: number('months'), ...wordsIn(text) },
      },
    }),
})

async function addCoupon(said: Said, args: ActionFunctionArgs) {
  const { text, maybe, number, all } = said
  const isPercent = text('unit') === 'percent'
  const plans = all('plans')
  const answer = await send(args, 'POST /api/operator/coupons', {
    body: {
      code: text('code'),
      percent: isPercent ? number('off') : null,
      amount: isPercent ? null : text('off'),
      plans: plans.length === 0 ? null : plans,
      from: maybe('from') ?? null,
      until: maybe('until') ?? null,
      uses: number('uses'),
      'uses-each': number('uses-each'),
    },
  })
  return underFields(answer, { percent: 'off', amount: 'off' })
}

const acts = ['plan', 'terms', 'tiers', 'discard', 'publish', 'plan-later', 'cancel', 'coupon', 'end', 'grant'] as const
const views = ['editions', 'coupons', 'deals'] as const

export default function PlansPage() {
  const t = useTranslations('operatorPlans')
  const loaded = useLoaderData<typeof loader>()
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<Tabs label={t('tabs.label')} tabs={views.map((name) => ({ name, label: t(`tabs.${name}`) }))} />}
      title={t('meta.title')}
      lead={t('lead')}
      done={Object.fromEntries(acts.map((act) => [act, t(`done.${act}`)]))}
      tools={(page, reader) => page.view === 'editions' && <EditionTools plans={page.plans} reader={reader} />}
    >
      {(page, reader) => <View page={page} reader={reader} />}
    </ConsolePage>
  )
}

function View({ page, reader }: { page: PlansData; reader: Reader }) {
  switch (page.view) {
    case 'editions':
      return <EditionsView page={page} reader={reader} />
    case 'coupons':
      return <CouponsView page={page} reader={reader} />
    case 'deals':
      return <DealsView page={page} reader={reader} />
  }
}

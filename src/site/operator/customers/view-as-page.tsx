import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { invoke } from '../../page/invoke.server.ts'
import { inLanguage } from '../../page/page-link.tsx'
import { Band } from '../shell/band.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import './view-as.css'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorCustomers', async ({ params, get }) =>
    get(await invoke(args, 'GET /api/operator/customers/{id}/view-as', { params: { id: params.id ?? '' } })),
  )(args)

/**
 * The account of a customer as its owner sees it. `src/site/server/views/account-view.ts` handles the frame's requests.
 */
export default function ViewAsPage() {
  const t = useTranslations('operatorCustomers.viewAs')
  const locale = useLocale()
  const loaded = useLoaderData<typeof loader>()
  const { page } = loaded
  if (page === null)
    return (
      <ConsolePage loaded={loaded} title={t('open')}>
        {() => null}
      </ConsolePage>
    )
  const { accountId, email } = page
  const customer = `/operator/customers/${accountId}`
  return (
    <div className="column view-as">
      <Band leave={{ to: customer, label: t('end') }}>{t('notice', { email })}</Band>
      <iframe
        title={t('frame', { email })}
        src={inLanguage(locale, `${customer}/view${inLanguage(locale, '/dashboard')}`)}
        sandbox="allow-same-origin allow-forms"
      />
    </div>
  )
}

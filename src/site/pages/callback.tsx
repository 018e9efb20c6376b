import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { useTranslations } from 'use-intl'
import { type ApiRefusal, callApi, withCookies } from '../account/api-call.server.ts'
import { localeContext } from '../context.ts'
import type { PageHandle } from '../frame/frame.tsx'
import { PageLink } from '../frame/page-link.tsx'
import { personalPage } from '../page.server.ts'
import './login/login.css'

export const handle: PageHandle = { showFooter: false, alwaysSticky: true }

type Returned =
  | { outcome: 'entered' | 'linked'; redirect: string }
  | { outcome: 'consent'; ticket: string; email: string; providerName: string }

/** The one return address of third-party sign-ins: lets the person in, asks for consent, or goes back with the reason. */
export async function loader(args: LoaderFunctionArgs) {
  const { search } = args.url
  const body = { search: search.slice(1, 8_000) }
  const result = await callApi<Returned>(args, {
    method: 'POST',
    path: '/api/auth/provider-return',
    body,
    as: 'server',
  })
  if (!result.ok) throw redirect(refusedAt(args, result))
  const returned = result.data
  if (returned.outcome !== 'consent') throw redirect(returned.redirect, withCookies(result.cookies))
  const { ticket, email, providerName } = returned
  return personalPage(['callback'], () => ({ ticket, email, providerName, head: { indexed: false } }))(args)
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData()
  const body = { ticket: String(form.get('ticket') ?? '') }
  const result = await callApi<{ redirect: string }>(args, { method: 'POST', path: '/api/auth/provider-consent', body })
  if (!result.ok) throw redirect(refusedAt(args, result))
  throw redirect(result.data.redirect, withCookies(result.cookies))
}

/** Back to the login: with the reason, or with the ticket of a second factor that is due, and with where they were going. */
function refusedAt({ context }: LoaderFunctionArgs, { error, ticket, redirect: back }: ApiRefusal): string {
  const query = new URLSearchParams(error === 'second_factor_required' && ticket ? { ticket } : { error })
  if (back) query.set('redirect', back)
  return `/${context.get(localeContext)}/login?${query}`
}

export default function CallbackPage() {
  const { ticket, email, providerName } = useLoaderData<typeof loader>()
  const { state } = useNavigation()
  const t = useTranslations('callback')
  return (
    <div className="login">
      <div className="card login-card">
        <h1 className="login-title">{t('title', { name: providerName })}</h1>
        <p className="login-lead">{t('lead', { email, name: providerName })}</p>
        <Form method="post" className="login-form" reloadDocument>
          <input type="hidden" name="ticket" value={ticket} />
          <button type="submit" className="btn btn-accent" disabled={state !== 'idle'}>
            {t('agree')}
          </button>
          <PageLink to="/login" className="btn btn-quiet">
            {t('decline')}
          </PageLink>
        </Form>
      </div>
    </div>
  )
}

import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { useTranslations } from 'use-intl'
import { localeContext, sessionContext } from '../../context/context.ts'
import type { PageHandle } from '../../frame/frame.tsx'
import { invoke, type PageRefusal, withCookies } from '../../page/invoke.server.ts'
import { personalPage } from '../../page/page.server.ts'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { linkRefusedAt } from '../security/link-error.ts'
import { inChosenLanguage } from './return-language.ts'
import './login.css'

export const handle: PageHandle = { showFooter: false, alwaysSticky: true }

/** Return address of third-party sign-ins: signs in, shows the consent page, or redirects with a refusal's reason. */
export async function loader(args: LoaderFunctionArgs) {
  const { search } = args.url
  const body = { search: search.slice(1, 8_000) }
  const result = await invoke(args, 'POST /api/auth/provider-return', { body }, 'server')
  if (!result.ok) throw redirect(refusedAt(args, result.refusal))
  const returned = result.data
  if (returned.outcome !== 'consent')
    throw redirect(inChosenLanguage(returned.redirect, result.cookies), withCookies(result.cookies))
  const { outcome: _, ...consent } = returned
  return personalPage(['callback'], () => ({ ...consent, head: { indexed: false } }))(args)
}

export async function action(args: ActionFunctionArgs) {
  const form = await submittedForm(args)
  const body = { ticket: String(form.get('ticket') ?? ''), agree: form.get('answer') === 'agree' }
  const result = await invoke(args, 'POST /api/auth/provider-consent', { body })
  if (!result.ok) throw redirect(refusedAt(args, result.refusal))
  const { outcome, redirect: back } = result.data
  const isOutside = outcome === 'declined' && !args.context.get(sessionContext)
  const to = isOutside ? loginAt(args, { redirect: back }) : inChosenLanguage(back, result.cookies)
  throw redirect(to, withCookies(result.cookies))
}

/**
 * Where to redirect after a refusal: a signed-in reader to the page that started the attempt, with the reason; all
 * other readers to the login, with the reason or the ticket of the second factor.
 */
function refusedAt(args: LoaderFunctionArgs, { error, ticket, redirect: back }: PageRefusal): string {
  const isDue = error === 'second_factor_required' && ticket
  if (args.context.get(sessionContext) && back && !isDue) return linkRefusedAt(back, error)
  return loginAt(args, { ...(isDue ? { ticket } : { error }), ...(back ? { redirect: back } : {}) })
}

function loginAt({ context }: LoaderFunctionArgs, query: Record<string, string>): string {
  return `/${context.get(localeContext)}/login?${new URLSearchParams(query)}`
}

export default function CallbackPage() {
  const { intent, ticket, email, accountEmail, providerName: name } = useLoaderData<typeof loader>()
  const { state } = useNavigation()
  const t = useTranslations('callback')
  const isLink = intent === 'link'
  return (
    <div className="login">
      <div className="card login-card">
        <h1 className="login-title">{t('title', { name })}</h1>
        <p className="quiet login-lead">{isLink ? t('link.lead') : t('lead', { email, name })}</p>
        {isLink && (
          <>
            <dl className="link-addresses">
              <dt>{t('link.theirs', { name })}</dt>
              <dd>{email}</dd>
              <dt>{t('link.ours')}</dt>
              <dd>{accountEmail}</dd>
            </dl>
            <p className="notice">{t('link.warning', { name, email })}</p>
          </>
        )}
        <Form method="post" className="login-form" reloadDocument>
          <input type="hidden" name="ticket" value={ticket} />
          <button type="submit" name="answer" value="agree" className="btn btn-accent" disabled={state !== 'idle'}>
            {t(isLink ? 'link.agree' : 'agree')}
          </button>
          <button type="submit" name="answer" value="decline" className="btn btn-quiet" disabled={state !== 'idle'}>
            {t('decline')}
          </button>
        </Form>
      </div>
    </div>
  )
}

import { useEffect } from 'react'
import { type ActionFunctionArgs, data, redirect, useActionData, useLoaderData, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { withoutLocale } from '#src/contract/locale.ts'
import { defaultReturnPath, pathInSite } from '#src/contract/values/return-path.ts'
import { announceSignIn, refreshAccount, useAccount } from '../../browser/account.ts'
import { applyTheme, readCookie, writeCookie } from '../../browser/reader-cookies.ts'
import { localeContext } from '../../context/context.ts'
import { useSite } from '../../context/site-context.ts'
import type { PageHandle } from '../../frame/frame.tsx'
import { invoke, withCookies } from '../../page/invoke.server.ts'
import { personalPage } from '../../page/page.server.ts'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { chosenPlan } from './chosen-plan.server.ts'
import { type LoginAnswer, type LoginMode, modeOf, runLogin, ticketLengthMax } from './login-action.server.ts'
import { LoginForm } from './login-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { errorWords } from './return-error.server.ts'
import { inChosenLanguage } from './return-language.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import '../../account/account.css'
import './login.css'

export const handle: PageHandle = { showFooter: false, alwaysSticky: true }

export const loader = (args: Parameters<typeof load>[0] & ActionFunctionArgs) => load(args)

const load = async (args: ActionFunctionArgs) => {
  const providers = await invoke(args, 'GET /api/auth/providers', {})
  return personalPage(['login'], ({ ctx, url, session, locale }) => {
    const returnPath = pathInSite(url.searchParams.get('redirect') ?? '')
    if (session) throw redirect(localised(locale, returnPath))
    return {
      mode: modeOf(url.searchParams.get('mode')),
      returnPath,
      chosen: chosenPlan(ctx, returnPath, locale),
      isReset: url.searchParams.get('done') === 'reset',
      ticket: (url.searchParams.get('ticket') ?? '').slice(0, ticketLengthMax),
      failure: errorWords(locale, url.searchParams.get('error')),
      providers: providers.ok ? providers.data : [],
      scripted: ['login', 'frame.field', 'frame.botCheck'],
      head: { indexed: false },
    }
  })(args)
}

export async function action(args: ActionFunctionArgs) {
  const locale = args.context.get(localeContext)
  const form = await submittedForm(args)
  const result = await runLogin(args, form)
  if (result.kind === 'answer') return data(result.answer, { status: result.status })
  const returnPath = pathInSite(String(form.get('redirect') ?? ''))
  const path = result.kind === 'entered' ? inChosenLanguage(returnPath, result.cookies) : loginAfterReset(returnPath)
  throw redirect(localised(locale, path), withCookies(result.cookies))
}

function loginAfterReset(returnPath: string): string {
  const query = new URLSearchParams({ done: 'reset' })
  if (returnPath !== defaultReturnPath) query.set('redirect', returnPath)
  return `/login?${query}`
}

/** Adds the reader's language to a path without a language. */
function localised(locale: string, path: string): string {
  return withoutLocale(path) !== path ? path : `/${locale}${path === '/' ? '' : path}`
}

export default function LoginPage() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<LoginAnswer>()
  const { state } = useNavigation()
  const t = useTranslations('login')
  useOtherTabs()
  useZoneCookie()
  const mode: LoginMode = answer?.mode ?? loaded.mode
  const busy = state !== 'idle'
  const second = answer ?? (loaded.ticket ? { ...noAnswer, ticket: loaded.ticket } : null)
  if (second?.ticket)
    return (
      <LoginCard title={t('second.title')} lead={t('second.lead')}>
        <SecondFactorForm answer={second} returnPath={loaded.returnPath} busy={busy} />
      </LoginCard>
    )
  return (
    <LoginCard title={t(`${mode}.title`)} lead={mode === 'signup' || mode === 'reset' ? t(`${mode}.lead`) : null}>
      {loaded.chosen && <p className="notice">{t('chosen', { plan: loaded.chosen })}</p>}
      {loaded.isReset && !answer && (
        <p className="notice" role="status">
          {t('resetDone')}
        </p>
      )}
      {loaded.failure && !answer && (
        <p className="notice notice-bad" role="alert">
          {loaded.failure}
        </p>
      )}
      <LoginForm key={mode} mode={mode} returnPath={loaded.returnPath} {...(answer ? { answer } : {})} busy={busy} />
      <OtherWays mode={mode} returnPath={loaded.returnPath} providers={loaded.providers} />
    </LoginCard>
  )
}

const noAnswer: LoginAnswer = { mode: 'signin', email: '', param: '', msg: '', needsBotCheck: false, ticket: '' }

function LoginCard({ title, lead, children }: { title: string; lead: string | null; children: React.ReactNode }) {
  return (
    <div className="login">
      <div className="card login-card">
        <h1 className="login-title">{title}</h1>
        {lead && <p className="quiet login-lead">{lead}</p>}
        {children}
      </div>
    </div>
  )
}

/**
 * Writes the browser's time zone to a cookie. A new account gets its time zone from this cookie, however the reader
 * signs up.
 */
function useZoneCookie() {
  const { secure } = useSite()
  useEffect(() => writeCookie('zone', Intl.DateTimeFormat().resolvedOptions().timeZone, secure), [secure])
}

/** Applies the theme and colours of the account, which the sign-in stored in cookies. */
function applyAppearance() {
  applyTheme()
  const up = readCookie('upcolor')
  if (up) document.documentElement.dataset.up = up
}

/** Notifies other tabs when this page is left, which may mean a sign-in. A sign-in in another tab reloads this page. */
function useOtherTabs() {
  const { code } = useAccount()
  useEffect(() => {
    if (code === 0) location.reload()
  }, [code])
  useEffect(() => {
    // Account pages are separate documents, so a sign-in unloads this page.
    addEventListener('pagehide', announceSignIn)
    return () => {
      removeEventListener('pagehide', announceSignIn)
      void refreshAccount()
      applyAppearance()
    }
  }, [])
}

import type { FormEvent } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { useTranslations } from 'use-intl'
import type { Preferences, PreferencesInput } from '#src/contract/account/accounts.ts'
import { type Locale, languages, locales } from '#src/contract/locale.ts'
import type { CookieScope } from '#src/contract/privacy/shared-cookies.ts'
import { themes, upColours } from '#src/contract/site.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { invoke } from '../../browser/invoke.ts'
import { setTheme, setUpColour } from '../../browser/reader-cookies.ts'
import { useSite } from '../../context/site-context.ts'
import { attempt, invoke as invokeOnServer, withCookies } from '../../page/invoke.server.ts'
import { accountPage, requireSession } from '../../page/page.server.ts'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { SelectField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import './security.css'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['preferences', 'account'], async () => {
    const preferences = await attempt(args, 'GET /api/preferences', {})
    return { preferences, timeZones: Intl.supportedValuesOf('timeZone'), head: { indexed: false } }
  })(args)

const noticeNames = ['usage', 'expiry', 'product'] as const

function bodyOf(form: FormData): PreferencesInput {
  const text = (name: string) => String(form.get(name) ?? '')
  const fields = {
    locale: text('locale'),
    theme: text('theme'),
    upColour: text('upColour'),
    timeZone: text('timeZone'),
    notices: Object.fromEntries(noticeNames.map((name) => [name, form.has(name)])),
  }
  return fields as PreferencesInput
}

/** Saves the preferences without scripts. With scripts the page calls the API and stays open. */
export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const body = bodyOf(await submittedForm(args))
  const answer = await invokeOnServer(args, 'PUT /api/preferences', { body })
  if (!answer.ok) return data({ message: answer.refusal.msg }, { status: answer.refusal.status })
  return redirect(args.url.pathname.replace(/^\/[^/]+/, `/${answer.data.locale}`), withCookies(answer.cookies))
}

export default function PreferencesPage() {
  const { preferences, timeZones } = useLoaderData<typeof loader>()
  const t = useTranslations('preferences')
  const failed = useActionData<typeof action>()
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      {failed?.message && (
        <p className="notice notice-bad" role="alert">
          {failed.message}
        </p>
      )}
      <CardOf title={t('show')} read={preferences}>
        {(known) => <PreferencesForm preferences={known} timeZones={timeZones} />}
      </CardOf>
    </AccountPage>
  )
}

type PreferencesFormProps = { preferences: Preferences; timeZones: readonly string[] }

function PreferencesForm({ preferences, timeZones }: PreferencesFormProps) {
  const t = useTranslations('preferences')
  const busy = useTranslations('account')('busy')
  const scope = useSite()
  const navigate = useNavigate()
  const revalidator = useRevalidator()

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = bodyOf(new FormData(event.currentTarget))
    const result = await invoke('PUT /api/preferences', { body })
    if (!result.ok) return toast(result.refusal.msg ?? busy, 'error')
    toast(t('saved'))
    applyHere(result.data, scope)
    const path = location.pathname.replace(/^\/[^/]+/, `/${result.data.locale}`)
    if (path === location.pathname) await revalidator.revalidate()
    else await navigate(path)
  }
  return (
    <CallForm method="post" className="card" onSubmit={save}>
      <div className="card-head">
        <h2>{t('show')}</h2>
      </div>
      <div className="card-body security-form">
        <SelectField label={t('language')} name="locale" defaultValue={preferences.locale}>
          {locales.map((locale: Locale) => (
            <option key={locale} value={locale} lang={locale}>
              {languages[locale].name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('theme')} name="theme" defaultValue={preferences.theme}>
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {t(`themes.${theme}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('upColour')} name="upColour" defaultValue={preferences.upColour}>
          {upColours.map((colour) => (
            <option key={colour} value={colour}>
              {t(`upColours.${colour}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('timeZone')} name="timeZone" defaultValue={preferences.timeZone}>
          {[...new Set(['UTC', preferences.timeZone, ...timeZones])].map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
        <fieldset className="boxes stack gap-4 notice-choice">
          <legend className="field-label">{t('notices')}</legend>
          {noticeNames.map((name) => (
            <label key={name}>
              <input type="checkbox" name={name} defaultChecked={preferences.notices[name]} />
              {t(name)}
            </label>
          ))}
          <p className="quiet">{t('always')}</p>
        </fieldset>
        <SubmitButton>{t('save')}</SubmitButton>
      </div>
    </CallForm>
  )
}

/** Updates the cookies of this browser with the account's choice. */
function applyHere({ theme, upColour }: Preferences, scope: CookieScope) {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  setTheme(isDark ? 'dark' : 'light', scope)
  setUpColour(upColour === 'auto' ? null : upColour, scope.secure)
}

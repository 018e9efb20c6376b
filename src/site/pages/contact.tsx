import { useTranslations } from 'use-intl'
import { useSite } from '../frame/frame-context.ts'
import { publicPage } from '../page.server.ts'
import { ContactForm } from './contact/contact-form.tsx'

export const loader = publicPage(['contact'])

export default function Contact() {
  const t = useTranslations('contact')
  const { supportEmail } = useSite()
  return (
    <section className="wrap contact-page">
      <header>
        <p className="kick">{t('kick')}</p>
        <h1 className="page-title">{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
        <dl>
          <dt>{t('mailLabel')}</dt>
          <dd>
            <a className="link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </dd>
          <dt>{t('hours')}</dt>
          <dd>{t('hoursText')}</dd>
        </dl>
      </header>
      <div className="card">
        <noscript>
          <p className="notice">{t('withoutScript', { email: supportEmail })}</p>
        </noscript>
        <ContactForm />
      </div>
    </section>
  )
}

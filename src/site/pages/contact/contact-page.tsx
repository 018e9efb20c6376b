import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useSite } from '../../page/frame-context.ts'
import { publicPage } from '../../page/page.server.ts'
import { ContactForm } from './contact-form.tsx'

export const loader = publicPage(['contact'])

export default function Contact() {
  const t = useTranslations('contact')
  const { supportEmail, contacts } = useSite()
  const channels = [
    ['Telegram', contacts.telegram],
    ['WhatsApp', contacts.whatsapp],
  ] as const
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
          {channels.map(
            ([name, href]) =>
              href && (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <a className="link" href={href} target="_blank" rel="noopener">
                      {href.replace(/^https?:\/\//, '')}
                    </a>
                  </dd>
                </Fragment>
              ),
          )}
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

import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useSite } from '../../context/site-context.ts'
import { publicPage } from '../../page/page.server.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { ContactForm } from './contact-form.tsx'

export const loader = publicPage(['contact'], ({ part }) => ({
  ways: part('contact-ways', <Ways />),
  unscripted: part('contact-unscripted', <Unscripted />),
  scripted: ['contact', 'frame.field', 'frame.botCheck'],
}))

type ContactData = { ways: ServerPart; unscripted: ServerPart }

export default function Contact({ loaderData: { ways, unscripted } }: { loaderData: ContactData }) {
  return (
    <section className="wrap stack contact-page">
      <Part part={ways} as="header" />
      <div className="card">
        <Part part={unscripted} />
        <ContactForm />
      </div>
    </section>
  )
}

function Unscripted() {
  const t = useTranslations('contact')
  const { supportEmail } = useSite()
  return (
    <noscript>
      <p className="notice">{t('withoutScript', { email: supportEmail })}</p>
    </noscript>
  )
}

function Ways() {
  const t = useTranslations('contact')
  const { supportEmail, contacts } = useSite()
  const channels = [
    ['Telegram', contacts.telegram],
    ['WhatsApp', contacts.whatsapp],
  ] as const
  return (
    <>
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
    </>
  )
}

import { useTranslations } from 'use-intl'
import { productPages } from '../addresses/navigation.ts'
import { NavigationLink } from '../addresses/navigation-link.tsx'
import { trackClick } from '../browser/analytics.ts'
import { useSite } from '../page/frame-context.ts'
import { PageLink } from '../page/page-link.tsx'
import { Mark } from './header/mark.tsx'

const lists = [
  {
    name: 'docs',
    links: [
      { name: 'quickStart', path: '/docs/quick-start' },
      { name: 'rest', path: '/docs/rest' },
      { name: 'stream', path: '/docs/stream' },
      { name: 'errors', path: '/docs/errors' },
      { name: 'changelog', path: '/docs/changelog' },
    ],
  },
  {
    name: 'features',
    links: [
      { name: 'chart', path: '/chart' },
      { name: 'pricing', path: '/pricing' },
      { name: 'coverage', path: '/coverage' },
      { name: 'faq', path: '/faq' },
    ],
  },
  {
    name: 'company',
    links: [
      { name: 'contact', path: '/contact' },
      { name: 'blog', path: '/blog' },
    ],
  },
  {
    name: 'legal',
    links: [
      { name: 'privacy', path: '/privacy' },
      { name: 'terms', path: '/terms' },
    ],
  },
] as const

/** Classes whose bars have a page of the documentation in the footer, by their names there. */
const klines = [
  { name: 'stocks', path: '/docs/rest/stock' },
  { name: 'forex', path: '/docs/rest/forex' },
  { name: 'indices', path: '/docs/rest/indices' },
  { name: 'crypto', path: '/docs/rest/crypto' },
] as const

const copyrightYear = 2025

export function Footer() {
  const t = useTranslations('frame')
  const { name, supportEmail, status } = useSite()
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="footer-lists">
          <div>
            <PageLink to="/" className="mark">
              <Mark />
              {name.toLowerCase()}
            </PageLink>
            <p>{t('footer.hours')}</p>
            <p>
              <a className="link" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            </p>
          </div>
          <FooterList title={t('footer.product')}>
            {productPages.map(({ name, path }) => [path, t(`classes.${name}.name`)] as const)}
          </FooterList>
          {lists.map((list) => (
            <FooterList key={list.name} title={t(`footer.${list.name}`)}>
              {[
                ...list.links.map(({ name, path }) => [path, t(`footer.${name}`)] as const),
                ...(list.name === 'docs' ? klines : []).map(
                  ({ name, path }) => [path, t('footer.kline', { name: t(`classes.${name}.name`) })] as const,
                ),
              ]}
            </FooterList>
          ))}
        </div>
        <Elsewhere />
        <div className="footer-end">
          <p>{t('footer.disclaimer')}</p>
          <PageLink to="/status" className="footer-state" data-state={status}>
            {t('footer.status', { state: t(`footer.states.${status}`) })}
          </PageLink>
          <p className="num">{t('footer.rights', { year: String(copyrightYear), name })}</p>
        </div>
      </div>
    </footer>
  )
}

const social = ['Facebook', 'X', 'Instagram', 'LinkedIn', 'YouTube', 'Pinterest'] as const

/** Links to the operator's accounts; other social networks are named without a link. */
function Elsewhere() {
  const t = useTranslations('frame.footer')
  const { contacts, analytics } = useSite()
  const hrefs: Record<string, string | null> = {
    Telegram: contacts.telegram,
    WhatsApp: contacts.whatsapp,
    GitHub: contacts.github,
    Facebook: contacts.facebook,
    X: contacts.x,
  }
  return (
    <div className="footer-social">
      {[...new Set([...Object.keys(hrefs).filter((name) => hrefs[name]), ...social])].map((name) =>
        hrefs[name] ? (
          <a
            key={name}
            className="link"
            href={hrefs[name]}
            target="_blank"
            rel="noopener"
            onClick={() => trackClick(analytics, 'click-footerOtherLink-btn', name)}
          >
            {name} <span className="sr-only">{t('newTab')}</span>
          </a>
        ) : (
          <span key={name} title={t('inert', { name })}>
            {name}
          </span>
        ),
      )}
    </div>
  )
}

function FooterList({ title, children }: { title: string; children: readonly (readonly [string, string])[] }) {
  const { analytics } = useSite()
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {children.map(([path, text]) => (
          <li key={path}>
            <NavigationLink path={path} onClick={() => trackClick(analytics, 'click-footerLink-btn', path)}>
              {text}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

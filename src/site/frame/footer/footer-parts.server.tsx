import type { RouterContextProvider } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ClickEvent } from '#src/contract/account/support.ts'
import { productPages } from '../../addresses/navigation.ts'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import { useSite } from '../../context/site-context.ts'
import { keptPart } from '../../parts/parts.server.tsx'
import { BrandLink } from '../header/brand-link.server.tsx'
import type { FooterParts } from './footer.tsx'

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

/** Links of the footer to the documentation of bars, by class. */
const klines = [
  { name: 'stocks', path: '/docs/rest/stock' },
  { name: 'forex', path: '/docs/rest/forex' },
  { name: 'indices', path: '/docs/rest/indices' },
  { name: 'crypto', path: '/docs/rest/crypto' },
] as const

const copyrightYear = 2025

export function footerParts(context: Readonly<RouterContextProvider>): FooterParts {
  return {
    lists: keptPart(context, 'footer', <FooterLists />),
    disclaimer: keptPart(context, 'footer-disclaimer', <Disclaimer />),
    rights: keptPart(context, 'footer-rights', <Rights />),
  }
}

function Disclaimer() {
  return useTranslations('frame.footer')('disclaimer')
}

function Rights() {
  const { name } = useSite()
  return useTranslations('frame.footer')('rights', { year: String(copyrightYear), name })
}

function FooterLists() {
  const t = useTranslations('frame')
  const { supportEmail } = useSite()
  return (
    <>
      <div className="footer-lists">
        <div>
          <BrandLink to="/" />
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
    </>
  )
}

const social = ['Facebook', 'X', 'Instagram', 'LinkedIn', 'YouTube', 'Pinterest'] as const

/**
 * Links to the operator's accounts. Social networks without an account are named without a link until the operator
 * publishes a brand.
 */
function Elsewhere() {
  const t = useTranslations('frame.footer')
  const { contacts, ownBrand } = useSite()
  const hrefs: Record<string, string | undefined> = {
    Telegram: contacts.telegram,
    WhatsApp: contacts.whatsapp,
    GitHub: contacts.github,
    Facebook: contacts.facebook,
    X: contacts.x,
    Instagram: contacts.instagram,
    LinkedIn: contacts.linkedin,
    YouTube: contacts.youtube,
    Pinterest: contacts.pinterest,
  }
  return (
    <div className="flow top-32 footer-social">
      {[...new Set([...Object.keys(hrefs).filter((name) => hrefs[name]), ...(ownBrand ? [] : social)])].map((name) =>
        hrefs[name] ? (
          <a
            key={name}
            className="link"
            href={hrefs[name]}
            target="_blank"
            rel="noopener"
            {...counted('click-footerOtherLink-btn', name)}
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
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {children.map(([path, text]) => (
          <li key={path}>
            <NavigationLink path={path} {...counted('click-footerLink-btn', path)}>
              {text}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Attributes by which `Part` counts the clicks on a link. */
function counted(track: ClickEvent, tags: string) {
  return { 'data-track': track, 'data-tags': tags }
}

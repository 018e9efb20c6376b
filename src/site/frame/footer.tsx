import { useTranslations } from 'use-intl'
import { useSite } from './frame-context.ts'
import { Mark } from './mark.tsx'
import { isBuilt, productPages } from './navigation.ts'
import { PageLink } from './page-link.tsx'

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

const copyrightYear = 2025

export function Footer() {
  const t = useTranslations('frame')
  const { name, supportEmail } = useSite()
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
              {list.links.map(({ name, path }) => [path, t(`footer.${name}`)] as const)}
            </FooterList>
          ))}
        </div>
        <div className="footer-end">
          <p>{t('footer.disclaimer')}</p>
          <p className="num">{t('footer.rights', { year: String(copyrightYear), name })}</p>
        </div>
      </div>
    </footer>
  )
}

function FooterList({ title, children }: { title: string; children: readonly (readonly [string, string])[] }) {
  const built = children.filter(([path]) => isBuilt(path))
  if (built.length === 0) return null
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {built.map(([path, text]) => (
          <li key={path}>
            <PageLink to={path}>{text}</PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

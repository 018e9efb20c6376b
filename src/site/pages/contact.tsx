import { useTranslations } from 'use-intl'
import { publicPage } from '../page.server.ts'

export const loader = publicPage(['contact'])

export default function Page() {
  const t = useTranslations('contact')
  return (
    <section className="wrap py-24">
      <h1 className="page-title">{t('meta.title')}</h1>
    </section>
  )
}

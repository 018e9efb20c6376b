import { useTranslations } from 'use-intl'
import { publicPage } from '../page.server.ts'

export const loader = publicPage(['home'])

export default function Page() {
  const t = useTranslations('home')
  return (
    <section className="wrap py-24">
      <h1 className="page-title">{t('meta.title')}</h1>
    </section>
  )
}

import { useTranslations } from 'use-intl'

const services = ['site', 'rest', 'stream', 'history'] as const
const pages = { stock: 'stocks', indices: 'indices', forex: 'forex', crypto: 'crypto', future: 'future', fund: 'fund' }

export function useComponentName(): (name: string) => string {
  const t = useTranslations('status.names')
  const classes = useTranslations('frame.classes')
  return (name) => {
    const [kind, of = ''] = name.split('.')
    const service = services.find((one) => one === name)
    if (service) return t(service)
    const page = kind === 'feed' && Object.hasOwn(pages, of) ? pages[of as keyof typeof pages] : null
    return page ? classes(`${page as 'stocks'}.name`) : t('payments', { network: of })
  }
}

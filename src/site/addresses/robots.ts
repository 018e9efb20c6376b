import type { LoaderFunctionArgs } from 'react-router'
import { locales } from '#src/contract/locale.ts'
import { platformContext } from '../page/context.ts'

const closed = ['login', 'callback', 'dashboard', 'payment', 'operator']

export function loader({ context }: LoaderFunctionArgs) {
  const { mode, publicUrl } = context.get(platformContext).settings
  const body = [
    'User-agent: *',
    ...(mode === 'sandbox' ? ['Disallow: /dev/'] : []),
    ...disallowed(),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  return new Response(body, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

function disallowed(): string[] {
  return ['Disallow: /api/', ...locales.flatMap((locale) => closed.map((name) => `Disallow: /${locale}/${name}`))]
}

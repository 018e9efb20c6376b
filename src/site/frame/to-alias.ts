import { type LoaderFunctionArgs, redirect } from 'react-router'
import { localeContext } from '../context.ts'
import { unaliased } from './aliases.ts'
import { pathInLanguage } from './head.server.ts'

/** `/en-US/forex` → `/en-US/products/forex`, query kept. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const { pathname, search } = url
  return redirect(`/${context.get(localeContext)}${unaliased(pathInLanguage(pathname))}${search}`)
}

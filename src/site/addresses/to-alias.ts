import { type LoaderFunctionArgs, redirect } from 'react-router'
import { pathInLanguage } from '../head/head.server.ts'
import { localeContext } from '../page/context.ts'
import { unaliased } from './aliases.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const { pathname, search } = url
  return redirect(`/${context.get(localeContext)}${unaliased(pathInLanguage(pathname))}${search}`)
}

import type { LoaderFunctionArgs } from 'react-router'
import { isLocale } from '#src/contract/locale.ts'
import { platformContext } from '../../page/context.ts'
import { llmsText } from './llms.server.ts'
import { textResponse } from './plain-markdown.server.ts'

/** `/llms.txt` in English, `/{locale}/llms.txt` in each language. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const [, first] = new URL(request.url).pathname.split('/')
  return textResponse(llmsText(isLocale(first) ? first : 'en-US', context.get(platformContext)), 'text/plain')
}

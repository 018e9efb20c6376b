import type { LoaderFunctionArgs } from 'react-router'
import { statusContext } from '../../page/context.ts'

/** The whole report, for programs of anybody. */
export function loader({ context }: LoaderFunctionArgs) {
  return new Response(JSON.stringify(context.get(statusContext).report()), { headers: { ...type, ...open } })
}

const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'public, max-age=10' }
const open = { 'Access-Control-Allow-Origin': '*' }

import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { localeContext } from '../context/context.ts'
import { invoke } from '../page/invoke.server.ts'
import { notFound } from '../page/page.server.ts'

/** Signs out without scripts, and leads to the home page. */
export async function action(args: ActionFunctionArgs) {
  const answer = await invoke(args, 'POST /api/auth/signout', {})
  const home = `/${args.context.get(localeContext)}`
  if (answer.ok)
    return redirect(home, { headers: answer.cookies.map((cookie) => ['Set-Cookie', cookie] as [string, string]) })
  // Whoever has no session any more is signed out.
  if (answer.refusal.status === 401) return redirect(home)
  throw data(null, { status: answer.refusal.status })
}

export function loader({ url }: { url: URL }) {
  throw notFound(url)
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { localeContext } from '../../context/context.ts'
import { invoke } from '../../page/invoke.server.ts'

/** For browsers without scripts: signs out and redirects to the home page, even if the session has already ended. */
export async function action(args: ActionFunctionArgs) {
  const answer = await invoke(args, 'POST /api/auth/signout', {})
  const headers = new Headers()
  if (answer.ok) for (const cookie of answer.cookies) headers.append('Set-Cookie', cookie)
  return redirect(`/${args.context.get(localeContext)}`, { headers })
}

export function loader({ context }: LoaderFunctionArgs) {
  return redirect(`/${context.get(localeContext)}`)
}

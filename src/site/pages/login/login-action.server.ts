import type { ActionFunctionArgs } from 'react-router'
import type { Output } from '#src/contract/account/routes.ts'
import { type Invoked, invoke, type PageRefusal } from '../../page/invoke.server.ts'
import { addressShown } from '../../page/submitted-form.server.ts'

export const ticketLengthMax = 64

export type LoginMode = 'signin' | 'code' | 'signup' | 'reset'

/** The response to a sign-in that did not succeed. It never contains the password. */
export type LoginAnswer = {
  mode: LoginMode
  email: string
  param: string
  msg: string | null
  needsBotCheck: boolean
  ticket: string
}

type Entered = Invoked<Output<'POST /api/auth/signin' | 'POST /api/auth/reset'>>
type LoginResult =
  | { kind: 'entered'; cookies: string[] }
  | { kind: 'reset'; cookies: string[] }
  | { kind: 'answer'; status: number; answer: LoginAnswer }

export function modeOf(text: unknown): LoginMode {
  return text === 'code' || text === 'signup' || text === 'reset' ? text : 'signin'
}

/** Sends one submitted form to the account API, with or without JavaScript. */
export async function runLogin(args: ActionFunctionArgs, form: FormData): Promise<LoginResult> {
  const field = (name: string) => String(form.get(name) ?? '')
  const mode = modeOf(form.get('mode'))
  const ticket = field('ticket')
  const answer = ticket
    ? await invoke(args, 'POST /api/auth/second-factor', { body: { ticket, code: field('code') } })
    : await enter(args, mode, field)
  if (answer.ok) return { kind: mode === 'reset' && !ticket ? 'reset' : 'entered', cookies: answer.cookies }
  const { refusal } = answer
  return { kind: 'answer', status: refusal.status, answer: toAnswer(refusal, mode, field('email'), ticket) }
}

function enter(args: ActionFunctionArgs, mode: LoginMode, field: (name: string) => string): Promise<Entered> {
  const email = field('email')
  const code = field('code').normalize('NFKC').replaceAll(/\D/g, '')
  const pair = { password: field('password'), confirmPassword: field('confirmPassword') }
  switch (mode) {
    case 'signin':
      return invoke(args, 'POST /api/auth/signin', {
        body: {
          email,
          password: field('password'),
          ...(field('verification') ? { verification: field('verification') } : {}),
        },
      })
    case 'code':
      return invoke(args, 'POST /api/auth/signin-code', { body: { email, code } })
    case 'signup':
      return invoke(args, 'POST /api/auth/signup', { body: { email, code, ...pair } })
    case 'reset':
      return invoke(args, 'POST /api/auth/reset', { body: { email, code, ...pair } })
  }
}

function toAnswer(answer: PageRefusal, mode: LoginMode, email: string, ticket: string): LoginAnswer {
  const isTicketOver = ticket !== '' && answer.error === 'login_failed'
  return {
    mode,
    email: addressShown(email),
    param: answer.param ?? '',
    // A server fault has no message for the reader; the page says that the server is busy.
    msg: answer.status >= 500 ? null : answer.msg,
    needsBotCheck: mode === 'signin' && answer.error === 'bot_check_required',
    ticket: answer.ticket ?? (isTicketOver ? '' : ticket.slice(0, ticketLengthMax)),
  }
}

import type { ActionFunctionArgs } from 'react-router'
import { type ApiRefusal, callApi } from '../../page/api-call.server.ts'
import { addressShown } from '../../page/submitted-form.server.ts'

/** What the login takes from an address, and gives back from a form. */
export const ticketLengthMax = 64

export type LoginMode = 'signin' | 'code' | 'signup' | 'reset'

/** What the page shows after a try that did not let anybody in. Passwords are never sent back. */
export type LoginAnswer = {
  mode: LoginMode
  email: string
  param: string
  msg: string | null
  /** The sign-in wants a solved bot check now. */
  needsBotCheck: boolean
  /** A second factor is due. */
  ticket: string
}

type LoginResult =
  | { kind: 'entered'; cookies: string[] }
  | { kind: 'reset'; cookies: string[] }
  | { kind: 'answer'; status: number; answer: LoginAnswer }

const paths: Record<LoginMode, string> = {
  signin: '/api/auth/signin',
  code: '/api/auth/signin-code',
  signup: '/api/auth/signup',
  reset: '/api/auth/reset',
}

export function modeOf(text: unknown): LoginMode {
  return text === 'code' || text === 'signup' || text === 'reset' ? text : 'signin'
}

/** One try of the form, with or without JavaScript, through the account API. */
export async function runLogin(args: ActionFunctionArgs, form: FormData): Promise<LoginResult> {
  const field = (name: string) => String(form.get(name) ?? '')
  const mode = modeOf(form.get('mode'))
  const ticket = field('ticket')
  const answer = ticket
    ? await callApi(args, { method: 'POST', path: '/api/auth/second-factor', body: { ticket, code: field('code') } })
    : await callApi(args, { method: 'POST', path: paths[mode], body: bodyOf(mode, field) })
  if (answer.ok) return { kind: mode === 'reset' && !ticket ? 'reset' : 'entered', cookies: answer.cookies }
  return { kind: 'answer', status: answer.status, answer: toAnswer(answer, mode, field('email'), ticket) }
}

function bodyOf(mode: LoginMode, field: (name: string) => string): object {
  const email = field('email')
  const pair = { password: field('password'), confirmPassword: field('confirmPassword') }
  switch (mode) {
    case 'signin':
      return {
        email,
        password: field('password'),
        ...(field('verification') ? { verification: field('verification') } : {}),
      }
    case 'code':
      return { email, code: field('code') }
    case 'signup':
    case 'reset':
      return { email, code: field('code'), ...pair }
  }
}

function toAnswer(answer: ApiRefusal, mode: LoginMode, email: string, ticket: string): LoginAnswer {
  const isTicketOver = ticket !== '' && answer.error === 'login_failed'
  return {
    mode,
    email: addressShown(email),
    param: answer.param ?? '',
    // a fault of the server has no words for its reader: the page says that it is busy
    msg: answer.status >= 500 ? null : answer.msg,
    needsBotCheck: mode === 'signin' && answer.error === 'bot_check_required',
    ticket: answer.ticket ?? (isTicketOver ? '' : ticket.slice(0, ticketLengthMax)),
  }
}

import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { disconnectSocket, overrideLimit, resendMail, revokeCustomerKey } from '#src/customers/access.ts'
import type { About } from '#src/customers/decide.ts'
import { addNote } from '#src/customers/notes.ts'
import { searchCustomers } from '#src/customers/search.ts'
import { restoreCustomer, signOutCustomer, suspendCustomer } from '#src/customers/suspend.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { numberOf, one, parse, timeFrom } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'

type Given = Partial<Record<string, string | undefined>>

/** Defines a command about one customer: `<email>`, and options that all expect a text. */
function about(
  name: string,
  summary: string,
  options: { required: readonly string[]; more?: readonly string[] },
  act: (ctx: Platform, customer: About, given: Given) => Promise<string>,
): Command {
  const { required, more = [] } = options
  const usage = [
    `customer ${name} <email>`,
    ...required.map((option) => `--${option} <${option}>`),
    ...more.map((option) => `[--${option} <${option}>]`),
  ].join(' ')
  return {
    name: `customer ${name}`,
    usage,
    summary,
    async run(ctx, args, io) {
      const known = Object.fromEntries([...required, ...more].map((option) => [option, { type: 'string' as const }]))
      const { values, positionals } = parse(args, known)
      const email = one(positionals, usage)
      if (required.some((option) => !values[option])) throw new SettingsError(`Usage: ${usage}`)
      const contact = await contactByEmail(ctx.postgres.db, email)
      if (!contact) throw new SettingsError(`${email} has no account here.`)
      io.print(`${email} ${await act(ctx, { accountId: contact.id, version: null }, values)}.`)
    },
  }
}

const text = (given: Given, name: string) => given[name] ?? ''

const limits = about(
  'limits',
  'Give a key other limits until a date; what is not named is without limit, and without --until the plan counts again',
  { required: ['key', 'reason'], more: ['until', 'per-minute', 'sockets', 'subscriptions'] },
  async (ctx, customer, given) => {
    const keyId = text(given, 'key')
    const reason = text(given, 'reason')
    const until = timeFrom('until', given.until)
    if (until === null) {
      await overrideLimit(ctx, actor, { ...customer, keyId, override: null, reason })
      return 'has the limits of the plan again'
    }
    const limit = (name: string) => (given[name] === undefined ? null : Number(given[name]))
    const override = {
      until,
      perMinute: limit('per-minute'),
      sockets: limit('sockets'),
      subscriptions: limit('subscriptions'),
    }
    await overrideLimit(ctx, actor, { ...customer, keyId, override, reason })
    return `has these limits until ${new Date(until).toISOString()}`
  },
)

const find: Command = {
  name: 'customer find',
  usage: 'customer find <text> [--json]',
  summary:
    'Customers by the beginning of an address, key or its mask, order, receipt or ticket number, address, transaction',
  async run(ctx, args, io) {
    const found = await searchCustomers(ctx, actor, one(args, this.usage))
    if (found.length === 0) io.print('Nobody.')
    for (const { email, accountId, suspended } of found)
      show(io, { email, accountId, suspended }, `${email}  ${accountId}${suspended ? '  suspended' : ''}`)
  },
}

export const customerCommands: readonly Command[] = [
  find,
  about(
    'suspend',
    'Suspend a customer: every call is refused and their sockets close, but money and plans stay',
    { required: ['reason'] },
    async (ctx, customer, given) => {
      await suspendCustomer(ctx, actor, { ...customer, reason: text(given, 'reason') })
      return 'is suspended'
    },
  ),
  about('restore', 'Let a suspended customer in again', { required: ['reason'] }, async (ctx, customer, given) => {
    await restoreCustomer(ctx, actor, { ...customer, reason: text(given, 'reason') })
    return 'is no longer suspended'
  }),
  about('sign-out', 'End every session of a customer', { required: [] }, async (ctx, customer) => {
    await signOutCustomer(ctx, actor, customer)
    return 'is signed out everywhere'
  }),
  about('note', 'Keep a note about a customer for the staff', { required: ['note'] }, async (ctx, customer, given) => {
    await addNote(ctx, actor, { ...customer, note: text(given, 'note') })
    return 'has a note more'
  }),
  limits,
  about(
    'revoke-key',
    'End a key of a customer for good; they are mailed',
    { required: ['key', 'reason'] },
    async (ctx, customer, given) => {
      await revokeCustomerKey(ctx, actor, { ...customer, keyId: text(given, 'key'), reason: text(given, 'reason') })
      return 'has a key less'
    },
  ),
  about('disconnect', 'Close an open socket', { required: ['socket'] }, async (ctx, customer, given) => {
    await disconnectSocket(ctx, actor, { ...customer, socketId: text(given, 'socket') })
    return 'has a socket less'
  }),
  about('resend-mail', 'Send a mail again that was given up', { required: ['mail'] }, async (ctx, customer, given) => {
    await resendMail(ctx, actor, { ...customer, mailId: numberOf(text(given, 'mail')) })
    return 'is sent the mail again'
  }),
]

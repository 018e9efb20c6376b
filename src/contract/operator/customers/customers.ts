import { z } from 'zod'
import { keyStatuses } from '../../account/keys.ts'
import { locales } from '../../locale.ts'
import { defineRoute } from '../../route.ts'
import { teamRoles } from '../../team/team-role.ts'
import { customerFilters, timelineKinds } from '../../values/customer-lists.ts'
import { staffErrors } from '../console.ts'

export const customerStates = ['active', 'suspended', 'leaving'] as const
export type CustomerState = (typeof customerStates)[number]

/** The kind of text by which a search found a customer. */
export const searchKinds = ['email', 'key', 'payment', 'ticket'] as const
export type SearchKind = (typeof searchKinds)[number]

export const time = z.number().describe('ms')
export const amount = z.string().describe('USDT')

const listed = z.object({
  accountId: z.string(),
  email: z.string(),
  state: z.enum(customerStates).describe('leaving: the person has requested the deletion of the account'),
  since: time,
  seenAt: time.nullable(),
  plans: z.array(z.string()).describe('names of the plans that run'),
  credit: amount,
  foundBy: z.enum(searchKinds).nullable(),
})
export type ListedCustomer = z.infer<typeof listed>

export const listCustomersRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/customers',
  summary: 'Customers, newest first, 50 at a time, or at most 20 results of a search',
  auth: 'staff',
  verb: 'customer.search',
  query: z.object({
    q: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('a mail address, key or its mask, order, receipt, hash or ticket'),
    state: z.enum(customerFilters).optional(),
    after: z.string().max(80).optional(),
  }),
  data: z.object({ customers: z.array(listed), next: z.string().nullable() }),
  errors: [...staffErrors, 'invalid_cursor'],
})

const limits = z.object({
  perMinute: z.number().nullable(),
  sockets: z.number().nullable(),
  subscriptions: z.number().nullable(),
})

const key = z.object({
  id: z.string(),
  key: z.string().describe('masked'),
  planId: z.string(),
  planName: z.string(),
  aliasName: z.string(),
  status: z.enum(keyStatuses),
  expiresAt: time.nullable().describe('null: never'),
  customised: z.boolean(),
  usedAt: time.nullable(),
  used: z.number().nullable().describe('requests of this minute; null where no limit applies'),
  limits: limits.describe('the limits that apply now; null: without limit'),
  planLimits: limits,
  overriddenUntil: time.nullable(),
})
export type CustomerKey = z.infer<typeof key>

const socket = z.object({
  id: z.string(),
  keyId: z.string(),
  path: z.string(),
  address: z.string(),
  userAgent: z.string(),
  connectedAt: time,
  subscriptions: z.number(),
})
export type CustomerSocket = z.infer<typeof socket>

const note = z.object({ id: z.number(), author: z.string().nullable(), note: z.string(), at: time })
export type Note = z.infer<typeof note>

const member = z.object({
  accountId: z.string(),
  email: z.string(),
  role: z.enum(teamRoles),
  since: time,
})
export type CustomerMember = z.infer<typeof member>

const customer = z.object({
  accountId: z.string(),
  email: z.string(),
  state: z.enum(customerStates),
  since: time,
  suspendedAt: time.nullable(),
  deleteAfter: time.nullable(),
  isStaff: z.boolean(),
  version: z.number().describe('sent back with each change: 409 `changed_meanwhile` after another change'),
  signIn: z.object({
    password: z.boolean(),
    passkeys: z.number(),
    providers: z.array(z.string()),
    twoStep: z.boolean(),
    proven: z.boolean().describe('whether the mail address was verified'),
    sessions: z.number(),
    seenAt: time.nullable(),
  }),
  team: z.array(member).describe('the people who work in the account, with its holder; empty without a team'),
  locale: z.enum(locales),
  timeZone: z.string(),
  credit: amount,
  paid: z.object({ amount, orders: z.number() }),
  keys: z.array(key),
  sockets: z.array(socket),
  today: z
    .object({ hours: z.array(z.number()).describe('requests in each UTC hour until now'), refused: z.number() })
    .nullable()
    .describe('null while the figures cannot be read'),
  waiting: z
    .object({ id: z.string(), excerpt: z.string(), since: time })
    .nullable()
    .describe('the open ticket with the newest message'),
  notes: z.array(note),
})
export type Customer = z.infer<typeof customer>

export const customerId = z.object({ id: z.string().min(1).max(64) })

export const readCustomerRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/customers/{id}',
  summary: 'All data of a customer; the audit log records the access',
  auth: 'staff',
  verb: 'customer.view',
  params: customerId,
  data: customer,
  errors: staffErrors,
})

const viewedAccount = z.object({ accountId: z.string(), email: z.string(), timeZone: z.string() })
export type ViewedAccount = z.infer<typeof viewedAccount>

export const viewAsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/customers/{id}/view-as',
  summary: 'Lets the caller read the pages of a customer, but change nothing; the audit log records the access',
  auth: 'staff',
  verb: 'customer.view_as',
  params: customerId,
  data: viewedAccount,
  errors: [...staffErrors, 'account_of_staff'],
})

const event = z.object({
  id: z.string(),
  at: time,
  kind: z.enum(timelineKinds),
  what: z.string().describe('the kind of a ledger entry, an action of the audit log, `mail.sent`, `ticket`, `refused`'),
  by: z.string().nullable().describe('the mail address of the member of staff; `cli`: the command line'),
  amount: amount.nullable(),
  left: amount.nullable().describe('the credit after the event'),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type CustomerEvent = z.infer<typeof event>

export const timelineRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/customers/{id}/timeline',
  summary: 'The events of a customer, newest first, 50 at a time',
  auth: 'staff',
  verb: 'customer.view',
  params: customerId,
  query: z.object({
    kind: z.enum(timelineKinds).optional(),
    after: z
      .string()
      .regex(/^\d{1,14}$/, 'invalid_cursor')
      .optional(),
  }),
  data: z.object({
    events: z.array(event),
    next: z.string().nullable(),
    partial: z.boolean().describe('whether events are missing because the usage figures cannot be read'),
  }),
  errors: [...staffErrors, 'invalid_cursor'],
})

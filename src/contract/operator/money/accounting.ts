import { z } from 'zod'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const day = z.iso.date().refine((text) => text >= '1970-01-01')
const span = z.object({
  from: day.optional().describe('first UTC day'),
  to: day.optional().describe('last UTC day'),
})

export const exportLedgerRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/accounting/ledger',
  summary: 'Every booking as CSV, with the credit of the customer after the booking',
  auth: 'staff',
  verb: 'payments.export',
  query: span,
  data: z.string(),
  errors: [...staffErrors, 'range_reversed'],
  streamed: true,
})

export const exportRevenueRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/accounting/revenue',
  summary: 'Revenue by month and plan as CSV, recognised when an order is completed',
  auth: 'staff',
  verb: 'payments.export',
  query: span,
  data: z.string(),
  errors: [...staffErrors, 'range_reversed'],
  streamed: true,
})

export const exportCreditRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/accounting/credit',
  summary: 'The debt to each customer as CSV, paid and promotional, now or at the end of a UTC day',
  auth: 'staff',
  verb: 'payments.export',
  query: z.object({ to: day.optional().describe('last UTC day') }),
  data: z.string(),
  errors: staffErrors,
  streamed: true,
})

export const exportServiceRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/accounting/service',
  summary: 'Revenue by month of payment and month of service as CSV: deferred revenue',
  auth: 'staff',
  verb: 'payments.export',
  query: span,
  data: z.string(),
  errors: [...staffErrors, 'range_reversed'],
  streamed: true,
})

export const exportTaxRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/accounting/tax',
  summary: 'Tax of receipts, less their credit notes, by month and country as CSV',
  auth: 'staff',
  verb: 'payments.export',
  query: span,
  data: z.string(),
  errors: [...staffErrors, 'range_reversed'],
  streamed: true,
})

export const exportPapersRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/accounting/papers',
  summary: 'Every receipt and credit note as CSV, by number',
  auth: 'staff',
  verb: 'payments.export',
  query: span,
  data: z.string(),
  errors: [...staffErrors, 'range_reversed'],
  streamed: true,
})

import { z } from 'zod'
import { defineRoute } from './route.ts'

/** How many layouts an account keeps, and how large one may be as JSON. */
export const chartLayoutsMax = 20
export const chartLayoutBytesMax = 3_000

const layout = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** The chart's own state: kept as it is, and read with mistrust by the chart. */
  state: z
    .record(z.string(), z.unknown())
    .refine((state) => JSON.stringify(state).length <= chartLayoutBytesMax, 'too large'),
})

const layouts = z.object({ layouts: z.array(layout).max(chartLayoutsMax) })

export type ChartLayout = z.output<typeof layout>

export const chartLayoutsRoute = defineRoute({
  method: 'GET',
  path: '/api/chart/layouts',
  summary: 'The chart layouts that the account keeps, in its order',
  auth: 'session',
  data: layouts,
  errors: ['not_signed_in'],
})

export const keepChartLayoutsRoute = defineRoute({
  method: 'PUT',
  path: '/api/chart/layouts',
  summary: 'Replaces the chart layouts of the account; names are unique',
  auth: 'session',
  body: z.strictObject({ layouts: z.array(layout).max(chartLayoutsMax) }),
  data: layouts,
  errors: ['not_signed_in', 'invalid_parameter'],
})

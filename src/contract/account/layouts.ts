import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { nameMax } from '../values/human-name.ts'
import { humanName, nothing } from './shapes.ts'

/** The maximum number of layouts of an account, and the maximum size of a layout as JSON, drawings included. */
export const chartLayoutsMax = 20
export const chartLayoutBytesMax = 40_000

const drawing = z.looseObject({ text: z.literal('').or(humanName(nameMax.note)).optional() })

/**
 * The chart's state and the symbol's drawings. They are stored unchanged; the chart validates them when it loads the
 * layout.
 */
const layout = z
  .strictObject({
    name: humanName(nameMax.layout),
    state: z.record(z.string(), z.unknown()),
    drawings: z.array(drawing).max(200).default([]),
  })
  .refine((layout) => JSON.stringify(layout).length <= chartLayoutBytesMax, 'too large')

export type ChartLayout = z.output<typeof layout>

export const chartLayoutsRoute = defineRoute({
  method: 'GET',
  path: '/api/chart/layouts',
  summary: 'The chart layouts that the account keeps, oldest first',
  auth: 'session',
  data: z.object({ layouts: z.array(layout) }),
  errors: ['not_signed_in'],
})

export const keepChartLayoutRoute = defineRoute({
  method: 'PUT',
  path: '/api/chart/layouts',
  summary: 'Stores a chart layout of the account and replaces a layout of the same name; at most 20',
  auth: 'session',
  body: layout,
  data: nothing,
  errors: ['not_signed_in', 'conflict'],
})

export const removeChartLayoutRoute = defineRoute({
  method: 'POST',
  path: '/api/chart/layouts/remove',
  summary: 'Removes the chart layout of a name, if there is one',
  auth: 'session',
  body: z.strictObject({ name: z.string().trim().min(1).max(60) }),
  data: nothing,
  errors: ['not_signed_in'],
})

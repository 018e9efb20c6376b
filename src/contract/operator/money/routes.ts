import type { Named, NamedStreams } from '../../route.ts'
import type * as accounting from './accounting.ts'
import type * as alerts from './alerts.ts'
import type * as networks from './networks.ts'
import type * as orders from './orders.ts'
import type * as refunds from './refunds.ts'
import type * as sweeps from './sweeps.ts'

export type MoneyRoutes = Named<typeof orders> &
  Named<typeof refunds> &
  Named<typeof sweeps> &
  Named<typeof networks> &
  Named<typeof alerts>

export type MoneyStreams = NamedStreams<typeof accounting> & NamedStreams<typeof sweeps>

import type { Named } from '../../route.ts'
import type * as coupons from './coupons.ts'
import type * as editions from './editions.ts'

export type PlanRoutes = Named<typeof editions> & Named<typeof coupons>

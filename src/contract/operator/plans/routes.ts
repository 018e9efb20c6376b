import type { Named } from '../../route.ts'
import type * as coupons from './coupons.ts'
import type * as editions from './editions.ts'

/** The console's calls about plans, by name. */
export type PlanRoutes = Named<typeof editions> & Named<typeof coupons>

import type { Named } from '../../route.ts'
import type * as acts from './acts.ts'
import type * as customers from './customers.ts'

export type CustomerRoutes = Named<typeof acts> & Named<typeof customers>

import type { Named, NamedStreams } from '../route.ts'
import type * as audit from './audit.ts'
import type * as brand from './brand.ts'
import type * as console from './console.ts'
import type * as imports from './imports.ts'
import type * as installation from './installation.ts'
import type * as instruments from './instruments.ts'
import type * as now from './now.ts'
import type * as staff from './staff.ts'
import type * as tickets from './tickets.ts'

/**
 * The console's calls with the envelope, by route name. Exports only types, because schemas would add weight to the
 * browser's code.
 */
export type OperatorRoutes = Named<typeof audit> &
  Named<typeof brand> &
  Named<typeof console> &
  Named<typeof installation> &
  Named<typeof now> &
  Named<typeof imports> &
  Named<typeof instruments> &
  Named<typeof staff> &
  Named<typeof tickets>

export type OperatorStreams = NamedStreams<typeof audit> & NamedStreams<typeof now>

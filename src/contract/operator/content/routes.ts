import type { Named } from '../../route.ts'
import type * as changelog from './changelog.ts'
import type * as content from './content.ts'
import type * as incidents from './incidents.ts'

/** Exports only types, because schemas would add weight to the browser's code. */
export type ContentRoutes = Named<typeof changelog> & Named<typeof content> & Named<typeof incidents>

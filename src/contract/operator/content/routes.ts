import type { Named } from '../../route.ts'
import type * as changelog from './changelog.ts'
import type * as content from './content.ts'
import type * as incidents from './incidents.ts'

/** Only types, as for the account API. */
export type ContentRoutes = Named<typeof changelog> & Named<typeof content> & Named<typeof incidents>

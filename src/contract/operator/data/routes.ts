import type { Named } from '../../route.ts'
import type * as actions from './actions.ts'
import type * as calendars from './calendars.ts'
import type * as sources from './sources.ts'

/** The calls of the console about calendars, coverage and corporate actions, by their names. */
export type DataDeskRoutes = Named<typeof actions> & Named<typeof calendars> & Named<typeof sources>

import type { Named } from '../../route.ts'
import type * as calendars from './calendars.ts'
import type * as sources from './sources.ts'

/** The calls of the console about calendars and coverage, by their names. */
export type DataDeskRoutes = Named<typeof calendars> & Named<typeof sources>

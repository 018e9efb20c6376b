import type { Named } from '../../route.ts'
import type * as actions from './actions.ts'
import type * as calendars from './calendars.ts'
import type * as feedKeys from './feed-keys.ts'
import type * as findings from './findings.ts'
import type * as jobs from './jobs.ts'
import type * as sources from './sources.ts'

export type DataConsoleRoutes = Named<typeof actions> &
  Named<typeof calendars> &
  Named<typeof feedKeys> &
  Named<typeof findings> &
  Named<typeof jobs> &
  Named<typeof sources>

import type { InputOf, Named, NamedStreams, OutputOf } from '../route.ts'
import type * as accounts from './accounts.ts'
import type * as activity from './activity.ts'
import type * as alerts from './alerts.ts'
import type * as billing from './billing.ts'
import type * as credit from './credit.ts'
import type * as keys from './keys.ts'
import type * as layouts from './layouts.ts'
import type * as orderChoice from './order-choice.ts'
import type * as papers from './papers.ts'
import type * as plans from './plans.ts'
import type * as renewals from './renewals.ts'
import type * as security from './security.ts'
import type * as sheetLinks from './sheet-links.ts'
import type * as support from './support.ts'
import type * as team from './team.ts'
import type * as tickets from './tickets.ts'
import type * as usage from './usage.ts'
import type * as watchlists from './watchlists.ts'

/**
 * Account API calls with the envelope, such as `POST /api/keys/{id}/rename`. Only types are imported: schemas would
 * add weight to the browser's scripts.
 */
export type Routes = Named<typeof accounts> &
  Named<typeof activity> &
  Named<typeof alerts> &
  Named<typeof billing> &
  Named<typeof credit> &
  Named<typeof keys> &
  Named<typeof layouts> &
  Named<typeof orderChoice> &
  Named<typeof papers> &
  Named<typeof plans> &
  Named<typeof renewals> &
  Named<typeof security> &
  Named<typeof sheetLinks> &
  Named<typeof support> &
  Named<typeof team> &
  Named<typeof tickets> &
  Named<typeof usage> &
  Named<typeof watchlists>

/** Calls of the account API whose response is a file, events or a redirect. */
export type Streams = NamedStreams<typeof accounts> &
  NamedStreams<typeof alerts> &
  NamedStreams<typeof billing> &
  NamedStreams<typeof credit> &
  NamedStreams<typeof security> &
  NamedStreams<typeof usage>

export type RouteName = keyof Routes & string
export type Input<N extends RouteName> = InputOf<Routes[N]>
export type Output<N extends RouteName> = OutputOf<Routes[N]>

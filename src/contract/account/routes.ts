import type { z } from 'zod'
import type { Route } from '../route.ts'
import type * as accounts from './accounts.ts'
import type * as billing from './billing.ts'
import type * as credit from './credit.ts'
import type * as keys from './keys.ts'
import type * as layouts from './layouts.ts'
import type * as orderChoice from './order-choice.ts'
import type * as plans from './plans.ts'
import type * as security from './security.ts'
import type * as support from './support.ts'
import type * as tickets from './tickets.ts'
import type * as usage from './usage.ts'

type NameOf<R> = R extends { streamed: true } ? never : R extends Route ? `${R['method']} ${R['path']}` : never
type Named<M> = { [K in keyof M as NameOf<M[K]>]: M[K] }

/** Every call of the account API that answers with the envelope, by its name: `POST /api/keys/{id}/rename`. Types alone, since schemas would weigh on every page. */
export type Routes = Named<typeof accounts> &
  Named<typeof billing> &
  Named<typeof credit> &
  Named<typeof keys> &
  Named<typeof layouts> &
  Named<typeof orderChoice> &
  Named<typeof plans> &
  Named<typeof security> &
  Named<typeof support> &
  Named<typeof tickets> &
  Named<typeof usage>

export type RouteName = keyof Routes & string
export type RouteOf<N extends RouteName> = Extract<Routes[N], Route>

type Part<K extends string, R> = R extends { [P in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : { [P in K]?: never }

/** What a call takes; a part that may be empty may be left out. */
export type Input<N extends RouteName> = Part<'params', RouteOf<N>> &
  Part<'query', RouteOf<N>> &
  Part<'body', RouteOf<N>>
/** What stands under `data`. */
export type Output<N extends RouteName> = z.input<RouteOf<N>['data']>

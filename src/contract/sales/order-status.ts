/** The state of an order on the wire; old clients compare these numbers. */
export const orderStatus = {
  pending: 0,
  completed: 1,
  cancelled: 2,
  timedOut: 3,
} as const
export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

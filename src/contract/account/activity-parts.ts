/** The parts of the activity log, each with the prefixes of its actions. */
export const activityParts = {
  keys: ['key.', 'socket.', 'price_alert.'],
  money: ['order.', 'refund.', 'receipt.', 'renewal.', 'credit.', 'ledger.', 'subscription.', 'billing.'],
  access: ['session.', 'account.'],
  team: ['team.', 'staff.'],
  support: ['ticket.', 'customer.'],
} as const
export type ActivityPart = keyof typeof activityParts

/** Parts of the log, and how the actions of each begin. */
export const activityParts = {
  keys: ['key.', 'socket.', 'price_alert.'],
  money: ['order.', 'refund.', 'receipt.', 'renewal.', 'credit.', 'ledger.', 'subscription.', 'billing.'],
  access: ['session.', 'account.'],
  team: ['team.', 'staff.'],
  support: ['ticket.', 'customer.'],
} as const
export type ActivityPart = keyof typeof activityParts

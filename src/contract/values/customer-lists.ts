/** `paying`: customers with an active plan that is not the free plan. */
export const customerFilters = ['all', 'paying', 'suspended'] as const
export type CustomerFilter = (typeof customerFilters)[number]

export const timelineKinds = ['money', 'keys', 'usage', 'mail', 'tickets', 'account'] as const
export type TimelineKind = (typeof timelineKinds)[number]

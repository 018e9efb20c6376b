/** Ordered from the smallest to the largest tier; an order for a later tier is an upgrade. */
export const tiers = ['free', 'base', 'professional', 'premium', 'enterprise'] as const

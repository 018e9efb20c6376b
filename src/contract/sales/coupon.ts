/** Longest code that is accepted, in characters. Real codes are shorter. */
export const couponMax = 64

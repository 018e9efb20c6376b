/** The longest code that is read, in characters. Codes themselves are shorter. */
export const couponMax = 64

/** Texts widened to `string`. In a translation `Words<typeof enUS>`, a missing or renamed key fails the type check. */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> }

/**
 * The shape of a namespace with each text widened to `string`. Translations are typed `Words<typeof enUS>`, so a
 * missing or renamed key fails the type check.
 */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> }

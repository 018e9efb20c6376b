import type { Refusal } from '#src/contract/errors.ts'

/** What a request meant for usage. `counted`: it cost a call of the key's minute (search tokens have their own). */
export type Asked = {
  keyId: string | null
  call: string
  counted: boolean
  status: number
  bytes: number
  refusal: Refusal | null
  route: string
}

/** Before anything of a request is known. */
export const unasked: Asked = {
  keyId: null,
  call: 'other',
  counted: false,
  status: 200,
  bytes: 0,
  refusal: null,
  route: 'other',
}

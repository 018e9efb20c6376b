import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Cryptographic in production. Passed in, so that tests can choose the values. */
export interface Random {
  bytes(size: number): Buffer
  /** A whole number in [0, max). */
  int(max: number): number
  uuid(): string
}

export const cryptoRandom: Random = { bytes: randomBytes, int: (max) => randomInt(max), uuid: randomUUID }

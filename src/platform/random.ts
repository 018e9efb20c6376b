import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Cryptographic in production; injected so that tests can fix it. */
export interface Random {
  bytes(size: number): Buffer
  /** A whole number in [0, max). */
  int(max: number): number
  uuid(): string
}

export const cryptoRandom: Random = { bytes: randomBytes, int: (max) => randomInt(max), uuid: randomUUID }

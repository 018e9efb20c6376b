import type { Platform } from '#src/platform/platform.ts'
import type { ProducerNote } from './producer-store.ts'
import * as store from './producer-store.ts'

/** The last stored mark of a producer (`<key>/<name>`); '' if there is none. */
export async function producerMark({ postgres }: Platform, id: string): Promise<string> {
  return store.markOf(postgres.db, id)
}

export async function noteProducers({ postgres }: Platform, notes: readonly ProducerNote[]): Promise<void> {
  if (notes.length > 0) await store.note(postgres.db, notes)
}

/** The number of producers of a feed key, except the one of this name. */
export async function countProducers({ postgres }: Platform, keyId: string, except: string): Promise<number> {
  return store.count(postgres.db, keyId, except)
}

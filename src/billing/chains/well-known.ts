import { HDKey } from '@scure/bip32'

/** Account keys whose private keys are public: of "test … junk", "abandon … about", and our sandbox's phrase. */
const published = [
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
]

/** Account keys of the sandbox, one per network; money sent there is test money. */
export const sandboxXpubs = {
  TRC20:
    'xpub6CJJ2raWajZE8ssBmEWiQCZKMpeLkaJBAhbFhnNEH8X92KMZ2AfTUtYKNbt24pJpweqqAiCiqJt1DvX1Yy6zF1pNtuP4Wunf8pmbXnxE2Hd',
  ETC20:
    'xpub6DTp3ajKW7iodiWw2WfzSXAQNCvieMLxxLenKPyNZKYFAhxTRy356UnzjESEFLLHGNZCshn3FicGZejA2kCmhKvYW5wzXLkJz3FAYfFRE5z',
} as const

/** Compares the public key itself, so that another version prefix does not hide a test key. */
export function isWellKnownTestKey(xpub: string): boolean {
  const key = publicKeyOf(xpub)
  return key !== null && [...published, ...Object.values(sandboxXpubs)].some((known) => publicKeyOf(known) === key)
}

function publicKeyOf(xpub: string): string | null {
  try {
    return Buffer.from(HDKey.fromExtendedKey(xpub).publicKey ?? []).toString('hex')
  } catch {
    // The text is no extended key, so it is no well-known one.
    return null
  }
}

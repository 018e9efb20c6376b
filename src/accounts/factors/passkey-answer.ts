import { z } from 'zod'

/** Fields of registration and sign-in. Results of extensions are not used. */
const credential = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.unknown().transform(() => ({})),
}

/** The browser's answer to `navigator.credentials.create`. */
export const registrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).default([]),
  }),
})

/** The browser's answer to `navigator.credentials.get`. */
export const assertionAnswer = z.object({
  ...credential,
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})

/**
 * The address that the sample files contain. It is the gateway's default, so the files run unchanged on a developer's
 * machine.
 */
export const sampleApi = 'http://localhost:3001'
export const sampleStream = 'ws://localhost:3001'

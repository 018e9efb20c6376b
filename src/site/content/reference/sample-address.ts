/** The address in the sample files, so that they run unchanged; used when no other is configured. */
export const sampleApi = 'http://localhost:3001'
export const sampleStream = 'ws://localhost:3001'

/** The address in the sample files, so that they run unchanged. It is used if no other address is configured. */
export const sampleApi = 'http://localhost:3001'
export const sampleStream = 'ws://localhost:3001'

/** Where the samples call when nothing is configured; what stands in the sample files, so that they run as they are. */
export const sampleApi = 'http://localhost:3001'
export const sampleStream = 'ws://localhost:3001'

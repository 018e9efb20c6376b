/**
 * The address that the sample files contain, so that they run unchanged on a developer's machine. It is the default.
 */
export const sampleApi = 'http://localhost:3001'
export const sampleStream = 'ws://localhost:3001'

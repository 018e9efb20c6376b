/** Enough bytes of a file to recognise how it is written. */
export const previewBytesMax = 64 * 1024

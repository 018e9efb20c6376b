/** The number of bytes from the start of a file that suffice to recognise its format. */
export const previewBytesMax = 64 * 1024

/** The pictures of a brand. Those for dark pages are used beside the others, never alone. */
export const markNames = ['wordmark', 'wordmarkDark', 'icon', 'iconDark'] as const
export type MarkName = (typeof markNames)[number]

/** The networks that the footer names, with links where the operator has accounts there. */
export const socialNames = ['facebook', 'x', 'instagram', 'linkedin', 'youtube', 'pinterest'] as const
export const chatNames = ['telegram', 'whatsapp', 'github'] as const

/** Bytes of a picture. A call with it as a `data:` address fits into a body of 64 KiB. */
export const markBytesMax = 40 * 1024

/** The pictures of a brand. A picture for dark pages requires the picture for light pages. */
export const markNames = ['wordmark', 'wordmarkDark', 'icon', 'iconDark'] as const
export type MarkName = (typeof markNames)[number]

/** The networks that the footer names. The name is a link if the operator has an account there. */
export const socialNames = ['facebook', 'x', 'instagram', 'linkedin', 'youtube', 'pinterest'] as const
export const chatNames = ['telegram', 'whatsapp', 'github'] as const

/** The maximum size of a picture, in bytes. As a `data:` address it fits into a body of 64 KiB. */
export const markBytesMax = 40 * 1024

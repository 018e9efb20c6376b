/** Where the words of an update name its version. */
export const placeholder = '{version}'

/** What is said of a new version: the question, and the notice after "later". */
export type UpdateWords = Record<
  'title' | 'message' | 'confirm' | 'cancel' | 'label' | 'text' | 'reload' | 'close',
  string
>

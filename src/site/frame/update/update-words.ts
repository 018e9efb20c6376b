/** Stands for the version in the texts of an update. */
export const placeholder = '{version}'

/** The texts about a new version: the question, and the notice after "later". */
export type UpdateWords = Record<
  'title' | 'message' | 'confirm' | 'cancel' | 'label' | 'text' | 'reload' | 'close',
  string
>

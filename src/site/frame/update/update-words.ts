export const placeholder = '{version}'

export type UpdateWords = Record<
  'title' | 'message' | 'confirm' | 'cancel' | 'label' | 'text' | 'reload' | 'close',
  string
>

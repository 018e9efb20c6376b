import { createContext, type FormEvent } from 'react'

/**
 * `busy`: the form is at work, by its button `submitter` (null: without one). `disabled`: nothing can be sent now, since
 * this form or the page is at work.
 */
type Work = { busy: boolean; disabled: boolean; submitter: HTMLButtonElement | null }

export const idle: Work = { busy: false, disabled: false, submitter: null }

/** The state of the form around a button. */
export const WorkContext = createContext<Work>(idle)

/** The pressed button of a submit event; null when a script submitted the form. */
export function submitterOf({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLButtonElement | null {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return submitter instanceof HTMLButtonElement ? submitter : null
}

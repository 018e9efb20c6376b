import { type ComponentProps, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { isTypedSoFar } from './composition.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * `text`: a text that the page sets, such as a suggestion. `onText`: receives the text after each change by the person.
 * Without `text` and `onText` the field belongs to its form, with `defaultValue`.
 */
type Typing = { text?: string | undefined; onText?: ((text: string) => void) | undefined }

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'value' | 'onChange' | 'onCompositionEnd'>

export type TextInputProps = Native<'input'> & Typing
export type TextAreaProps = Native<'textarea'> & Typing

/**
 * Every field in which a person types. It never rewrites its text: capitals are CSS, and the code that uses the text
 * trims and parses it. While an input method composes, nothing is reported to the page, except on Android
 * (`isTypedSoFar`).
 */
export function TextInput({ text, onText, ref, defaultValue, onInput, ...input }: TextInputProps) {
  const typing = useTyping<HTMLInputElement>({ text, onText }, ref)
  return (
    <input
      {...input}
      {...typing}
      defaultValue={typing.defaultValue ?? defaultValue}
      onInput={(event) => {
        onInput?.(event)
        typing.onInput(event)
      }}
    />
  )
}

export function TextArea({ text, onText, ref, defaultValue, onInput, ...area }: TextAreaProps) {
  const typing = useTyping<HTMLTextAreaElement>({ text, onText }, ref)
  return (
    <textarea
      {...area}
      {...typing}
      defaultValue={typing.defaultValue ?? defaultValue}
      onInput={(event) => {
        onInput?.(event)
        typing.onInput(event)
      }}
    />
  )
}

function useTyping<C extends Control>({ text, onText }: Typing, ref: Ref<C> | undefined) {
  const field = useRef<C>(null)
  const [first] = useState(text)
  const reported = useRef(text)
  const isComposing = useRef(false)
  // Shows a text that the page has set after the person typed: a cleared or a suggested text.
  useLayoutEffect(() => {
    if (text === undefined || text === reported.current || isComposing.current) return
    reported.current = text
    if (field.current) field.current.value = text
  }, [text])
  const report = (typed: string) => {
    reported.current = typed
    onText?.(typed)
  }
  return {
    ref: (control: C | null) => {
      field.current = control
      if (typeof ref === 'function') ref(control)
      else if (ref) ref.current = control
    },
    defaultValue: first,
    onInput({ nativeEvent, currentTarget }: { nativeEvent: Event; currentTarget: C }) {
      isComposing.current = !isTypedSoFar(nativeEvent)
      if (!isComposing.current) report(currentTarget.value)
    },
    onCompositionEnd({ currentTarget }: { currentTarget: C }) {
      isComposing.current = false
      report(currentTarget.value)
    },
  }
}

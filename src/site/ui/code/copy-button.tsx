import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { toastMs } from '#src/contract/site.ts'
import { toast } from '../toast.tsx'

type CopyButtonProps = {
  /** The text, or a function that returns the text at the click, such as for a key that must be revealed first. */
  text: string | (() => Promise<string | null>)
  className?: string
  label?: string
}

export function CopyButton({ text, className = 'btn btn-small btn-ink', label }: CopyButtonProps) {
  const t = useTranslations('frame.copy')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      const value = typeof text === 'string' ? text : await text()
      if (value === null) return
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), toastMs)
    } catch {
      // The browser denied access to the clipboard, or the text could not be loaded.
      toast(t('failed'), 'error')
    }
  }
  return (
    <button type="button" className={`needs-script ${className}`} onClick={() => void copy()} aria-live="polite">
      {copied ? t('copied') : (label ?? t('copy'))}
    </button>
  )
}

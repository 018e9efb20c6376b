import { useTranslations } from 'use-intl'
import { contactMessageMax } from '#src/contract/site.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { grouped } from '../../ui/grouped.ts'

type MessageFormProps = { label: string; send: string; refused: { message: string; written: string } | undefined }

export function MessageForm({ label, send, refused }: MessageFormProps) {
  const t = useTranslations('tickets')
  return (
    <PostForm className="card-body stack form ticket-form">
      <TextAreaField
        label={label}
        name="message"
        rows={6}
        required
        maxLength={contactMessageMax}
        defaultValue={refused?.written}
        hint={t('hint', { max: grouped(contactMessageMax) })}
        error={refused?.message}
      />
      <SubmitButton>{send}</SubmitButton>
    </PostForm>
  )
}

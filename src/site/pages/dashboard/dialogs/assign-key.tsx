import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey, HolderChoice } from '#src/contract/account/keys.ts'
import type { TeamMember } from '#src/contract/account/team.ts'
import { nameMax } from '#src/contract/values/human-name.ts'
import { invoke } from '../../../browser/invoke.ts'
import type { Prove } from '../../../proof/use-proof.tsx'
import { DialogHead } from '../../../ui/dialog-head.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { CallForm } from '../../../ui/form/work-form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Foot } from './key-dialog-foot.tsx'

type AssignKeyProps = { apiKey: ApiKey; prove: Prove; onClose: () => void; onChange: () => void }

/** The holder of a key: the account, a person of its team, or a service. */
export function AssignKey({ apiKey, prove, onClose, onChange }: AssignKeyProps) {
  const t = useTranslations('dashboard.holder')
  const { holder, madeBy, lastUsedFrom } = apiKey
  const [chosen, setChosen] = useState(holder.kind === 'person' ? (holder.id ?? 'account') : holder.kind)
  const [error, setError] = useState<string | null>(null)
  const { people, areUnread } = usePeople(apiKey)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    const body = choiceOf(chosen, name)
    const result = await prove(() => invoke('POST /api/keys/{id}/holder', { params: { id: apiKey.id }, body }))
    if (!result.ok) return setError(result.refusal.msg ?? t('failed'))
    toast(t('done'))
    onChange()
    onClose()
  }
  return (
    <CallForm onSubmit={submit} noValidate>
      <DialogHead id="key-dialog" title={t('title', { key: apiKey.key })} onClose={onClose} />
      <div className="dialog-body dialog-fields">
        <p className="text-muted">{t('lead')}</p>
        <SelectField
          label={t('label')}
          value={chosen}
          error={chosen === 'service' ? null : error}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="account">{t('account')}</option>
          {people.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
          <option value="service">{t('service')}</option>
        </SelectField>
        {areUnread && <p role="status">{t('unread')}</p>}
        {chosen === 'service' && (
          <Field
            label={t('name')}
            name="name"
            maxLength={nameMax.key}
            defaultValue={holder.kind === 'service' ? holder.name : ''}
            error={error}
          />
        )}
        <p className="text-muted">{t('madeBy', { email: madeBy ?? t('nobody') })}</p>
        <p className="text-muted">{t('usedFrom', { address: lastUsedFrom ?? t('nowhere') })}</p>
      </div>
      <Foot confirm={t('confirm')} onClose={onClose} />
    </CallForm>
  )
}

type Person = Pick<TeamMember, 'id' | 'email'>

/**
 * The people of the team. Until they are loaded, or if they cannot be read, only the key's holder, if the holder is a
 * person.
 */
function usePeople({ holder }: ApiKey): { people: readonly Person[]; areUnread: boolean } {
  const [people, setPeople] = useState<readonly Person[]>(
    holder.id === null ? [] : [{ id: holder.id, email: holder.name }],
  )
  const [areUnread, setUnread] = useState(false)
  useEffect(() => {
    void invoke('GET /api/team', {}).then((team) => {
      if (team.ok) setPeople(team.data.members)
      else setUnread(true)
    })
  }, [])
  return { people, areUnread }
}

function choiceOf(chosen: string, name: string): HolderChoice {
  if (chosen === 'account') return { kind: 'account' }
  return chosen === 'service' ? { kind: 'service', name } : { kind: 'person', memberId: chosen }
}

import { useTranslations } from 'use-intl'
import type { Output, RouteName } from '#src/contract/account/routes.ts'
import type { Call, Invoked } from '../browser/call-route.ts'
import { invoke } from '../browser/invoke.ts'
import { useFactor } from '../proof/use-factor.tsx'
import { useProof } from '../proof/use-proof.tsx'
import { toast } from '../ui/toast.tsx'

export type Act = <N extends RouteName>(name: N, input: Call<N>, done?: string) => Promise<Invoked<Output<N>>>

/** The refusals that remain when the reader cancels the prompt for a proof. They need no message. */
const turnedDown: readonly unknown[] = ['recent_signin_required', 'fresh_factor_required']

/**
 * Runs one action of the account area: prompts for a proof when the server requires it. After a success, shows `done`
 * in a toast and calls `onChange`. A refusal is shown in a toast, but a refusal about one field (`param`) by the form.
 * Put both dialogs on the page. Needs the messages of `account`.
 */
export function useAct(email: string, onChange: () => void) {
  const t = useTranslations('account')
  const { prove, dialog } = useProof(email)
  const { withFactor, dialog: factorDialog } = useFactor(email)
  const act: Act = async (name, input, done) => {
    const result = await withFactor((proof) =>
      prove(() => invoke(name, { ...input, body: { ...input.body, ...proof } })),
    )
    if (result.ok) {
      if (done) toast(done)
      onChange()
    } else if (!result.refusal.param && !turnedDown.includes(result.refusal.error))
      toast(result.refusal.msg ?? t('busy'), 'error')
    return result
  }
  return { act, dialog, factorDialog }
}

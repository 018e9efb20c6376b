import { useTranslations } from 'use-intl'
import type { Output, RouteName } from '#src/contract/account/routes.ts'
import type { Call, Invoked } from '../browser/call-route.ts'
import { invoke } from '../browser/invoke.ts'
import { toast } from '../ui/toast.tsx'
import { useFactor } from './factor-dialog.tsx'
import { useProof } from './prove-dialog.tsx'

export type Act = <N extends RouteName>(name: N, input: Call<N>, done?: string) => Promise<Invoked<Output<N>>>

/** The person refused the proof, so these need no message. */
const turnedDown: readonly unknown[] = ['recent_signin_required', 'fresh_factor_required']

/**
 * One act of the account area: asks for a proof when the server wants it, says how it went in a toast, and has the page read
 * itself again. Put both dialogs on the page. A refusal about one field (`param`) is left to the form. Needs the `account` words.
 */
export function useAct(email: string, hasPassword: boolean, onChange: () => void) {
  const t = useTranslations('account')
  const { prove, dialog } = useProof(email, hasPassword)
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

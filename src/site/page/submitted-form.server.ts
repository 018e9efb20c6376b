import { type ActionFunctionArgs, data } from 'react-router'
import { type ErrorName, errorCatalogue } from '#src/contract/errors.ts'
import { shownAccountField } from '#src/contract/team/shown-account.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { localeContext, shownAccountContext } from '../context/context.ts'

/** A longer text is no mail address (RFC 5321), so it is not sent back into a page. */
const addressLengthMax = 254

/** Reads a submitted form. An invalid body, or a body with U+0000 in any encoding, is refused with a message. */
export async function submittedForm({ request, context }: ActionFunctionArgs): Promise<FormData> {
  const refused = (name: ErrorName) =>
    data(errorMessage(context.get(localeContext), name), { status: errorCatalogue[name].status })
  const form = await request.formData().catch(() => {
    throw refused('bad_request')
  })
  for (const [name, value] of form)
    if (typeof value !== 'string') throw refused('bad_request')
    else if (name.includes('\0') || value.includes('\0')) throw refused('bad_characters')
  // The calls of the action are refused if the session works in another account; see `ShownAccount`.
  context.set(shownAccountContext, form.get(shownAccountField)?.toString() ?? null)
  form.delete(shownAccountField)
  return form
}

/** A mail address to show again; empty if the text is too long for a mail address. */
export function addressShown(email: string): string {
  return email.length > addressLengthMax ? '' : email
}

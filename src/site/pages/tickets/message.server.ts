import { type ActionFunctionArgs, data } from 'react-router'
import type { PageRefusal } from '../../page/invoke.server.ts'
import { submittedForm } from '../../page/submitted-form.server.ts'

export type RefusedMessage = { message: string; written: string }

export async function writtenMessage(args: ActionFunctionArgs): Promise<string> {
  return String((await submittedForm(args)).get('message') ?? '')
}

export function refusedMessage({ msg, status }: PageRefusal, written: string) {
  return data<RefusedMessage>({ message: msg, written }, { status })
}

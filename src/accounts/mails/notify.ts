import { spendNotice } from '#src/platform/mail/mail-budget.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import * as store from '../account/store.ts'
import type { Client } from '../sessions/sessions.ts'
import { type NoticeButton, type NoticeKind, noticeMail } from './notice-mail.ts'

type Notice = {
  kind: NoticeKind
  client?: Client
  values?: Record<string, string | number>
  to?: string
  about?: string
  button?: NoticeButton | undefined
}

/** Queues the mail in the event's transaction. Beyond the daily limit for its kind, no mail is sent. */
export async function sendNotice(ctx: Platform, tx: Tx, account: Account, notice: Notice): Promise<void> {
  const { kind, client, values } = notice
  const turn = await spendNotice(ctx, { accountId: account.id, kind })
  if (turn === 'skip') return
  await ctx.mail.queue(
    tx,
    noticeMail(ctx, {
      to: notice.to ?? account.email,
      about: notice.about,
      locale: account.locale,
      timeZone: account.timeZone,
      notice: kind,
      isLast: turn === 'last',
      at: ctx.clock.now(),
      ...(client ? { device: client.userAgent, network: client.address } : {}),
      ...(values ? { values } : {}),
      button: notice.button,
    }),
  )
}

export async function noticeToAccount(ctx: Platform, tx: Tx, accountId: string, notice: Notice): Promise<void> {
  const account = await store.accountById(tx, accountId)
  if (account) await sendNotice(ctx, tx, account, notice)
}

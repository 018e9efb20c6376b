import {
  addPasskeyRoute,
  changeEmailRoute,
  changePasswordRoute,
  confirmEmailRoute,
  confirmFactorRoute,
  confirmIdentityRoute,
  confirmTotpRoute,
  deleteAccountRoute,
  disableTotpRoute,
  exportRoute,
  keepAccountRoute,
  passkeyProofRoute,
  proofCodeRoute,
  recentRoute,
  recoveryCodesRoute,
  removePasskeyRoute,
  revokeDeviceRoute,
  securityRoute,
  signOutEverywhereRoute,
  startPasskeyRoute,
  startTotpRoute,
  unlinkProviderRoute,
} from '#src/contract/account/security.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Api } from '#src/platform/http/api.ts'
import { fileResponse } from '#src/platform/http/streams/stream-lines.ts'
import { cancelDeletion, type ExportPart, exportAccount, type MoneyLeft, requestDeletion } from './deletion.ts'
import { unlinkProvider } from './providers/links.ts'
import {
  changePassword,
  confirmEmailChange,
  securityOverview,
  sendProofCode,
  signOutEverywhere,
  startEmailChange,
} from './security.ts'
import { setSession } from './sessions/session.ts'
import { endSession } from './sessions/sessions.ts'
import { addPasskey, dropPasskey, startPasskey } from './sign-in/passkeys.ts'
import { confirmTotp, disableTotp, renewRecoveryCodes, startTotp } from './sign-in/totp.ts'
import { confirmFactor, confirmIdentity } from './step-up/confirm.ts'
import { startPasskeyProof } from './step-up/passkey-proof.ts'
import { demandRecent } from './step-up/step-up.ts'

export function mountSecurity(api: Api, exports: readonly ExportPart[], moneyLeft: MoneyLeft): void {
  api.handle(securityRoute, async (ctx, { actor }) => {
    const { credit, openOrder } = await moneyLeft(ctx.postgres.db, actor.accountId)
    return { ...(await securityOverview(ctx, actor)), credit: formatMicro(credit), openOrder }
  })
  api.handle(proofCodeRoute, (ctx, { actor, client, locale }) => sendProofCode(ctx, actor, client, locale))
  api.handle(confirmIdentityRoute, (ctx, { actor, body }) => confirmIdentity(ctx, actor, body))
  api.handle(changePasswordRoute, (ctx, { actor, client, body }) => changePassword(ctx, actor, client, body))
  api.handle(changeEmailRoute, (ctx, call) => startEmailChange(ctx, call.actor, call, call.body))
  api.handle(confirmEmailRoute, (ctx, { actor, client, body }) => confirmEmailChange(ctx, actor, client, body))
  api.handle(revokeDeviceRoute, async (ctx, { actor, params, headers }) => {
    await endSession(ctx, actor, params.id)
    if (params.id === actor.sessionId) setSession(headers, ctx.settings, null)
  })
  api.handle(signOutEverywhereRoute, async (ctx, { actor, client, headers }) => {
    await signOutEverywhere(ctx, actor, client)
    setSession(headers, ctx.settings, null)
  })
  api.handle(confirmFactorRoute, (ctx, { actor, body }) => confirmFactor(ctx, actor, body))
  api.handle(startTotpRoute, (ctx, { actor, body }) => startTotp(ctx, actor, body))
  api.handle(confirmTotpRoute, async (ctx, { actor, client, body }) => ({
    recoveryCodes: await confirmTotp(ctx, actor, client, body.code),
  }))
  api.handle(disableTotpRoute, (ctx, { actor, client, body }) => disableTotp(ctx, actor, client, body))
  api.handle(recoveryCodesRoute, async (ctx, { actor, client, body }) => ({
    recoveryCodes: await renewRecoveryCodes(ctx, actor, client, body),
  }))
  api.handle(startPasskeyRoute, (ctx, { actor, body }) => startPasskey(ctx, actor, body))
  api.handle(passkeyProofRoute, (ctx, { actor, client }) => startPasskeyProof(ctx, actor, client))
  api.handle(addPasskeyRoute, (ctx, { actor, client, body }) => addPasskey(ctx, actor, client, body))
  api.handle(removePasskeyRoute, (ctx, { actor, client, params, body }) =>
    dropPasskey(ctx, actor, client, { ...body, id: params.id }),
  )
  api.handle(unlinkProviderRoute, (ctx, { actor, client, params }) => unlinkProvider(ctx, actor, client, params.id))
  api.handle(recentRoute, (ctx, { actor }) => demandRecent(ctx, actor))
  api.handle(exportRoute, async (ctx, { actor }) => {
    const file = JSON.stringify(await exportAccount(ctx, actor, exports), null, 2)
    return fileResponse(file, { name: 'my-data.json', type: 'application/json' })
  })
  api.handle(deleteAccountRoute, (ctx, { actor, client, body }) => requestDeletion(ctx, actor, client, body, moneyLeft))
  api.handle(keepAccountRoute, (ctx, { actor, client }) => cancelDeletion(ctx, actor, client))
}

import { changeActionRoute, listActionsRoute, previewActionRoute } from '#src/contract/operator/data/actions.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { ActionInput } from './action-input.ts'
import { type ActionChange, changeAction, listActions, previewAction } from './actions.ts'

export function mountActions(api: Api): void {
  api.handle(listActionsRoute, async (ctx, { actor, params }) => {
    const { instrument, actions } = await listActions(ctx, actor, params.id)
    const { version, code, names, currency } = instrument
    return { version, code, name: names.en, currency, actions }
  })
  api.handle(previewActionRoute, (ctx, { actor, params, query }) =>
    previewAction(ctx, actor, changeOf(params.id, query)),
  )
  api.handle(changeActionRoute, (ctx, { actor, params, body: { version, ...fields } }) =>
    changeAction(ctx, actor, { version, ...changeOf(params.id, fields) }),
  )
}

function changeOf(instrumentId: number, { to, ...action }: ActionInput & { to: ActionChange['to'] }): ActionChange {
  return to === 'set' ? { instrumentId, to, action } : { instrumentId, to, kind: action.kind, exDate: action.exDate }
}

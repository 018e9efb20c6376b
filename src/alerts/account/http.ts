import {
  alertEventsRoute,
  alertsRoute,
  alertWebhookRoute,
  changeAlertRoute,
  createAlertRoute,
  firingsRoute,
  removeAlertRoute,
  removeAlertWebhookRoute,
  replayAlertDeliveryRoute,
  rotateAlertWebhookRoute,
  setAlertWebhookRoute,
  testAlertWebhookRoute,
} from '#src/contract/account/alerts.ts'
import type { Api } from '#src/platform/http/api.ts'
import { changeAlert, createAlert, listAlerts, listFirings, removeAlert } from '../alerts.ts'
import {
  readWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  setWebhook,
  testWebhook,
} from '../deliver/webhook.ts'
import { streamFirings } from './firing-stream.ts'

export function mountAlerts(api: Api): void {
  api.handle(alertsRoute, (ctx, { actor }) => listAlerts(ctx, actor))
  api.handle(createAlertRoute, (ctx, { actor, body, locale }) => createAlert(ctx, actor, body, locale))
  api.handle(firingsRoute, async (ctx, { actor }) => ({ firings: await listFirings(ctx, actor) }))
  api.handle(alertEventsRoute, (ctx, { actor, request }) =>
    streamFirings(ctx, actor, { signal: request.signal, headOnly: request.method === 'HEAD' }),
  )
  mountWebhook(api)
  api.handle(changeAlertRoute, (ctx, { actor, params, body, locale }) =>
    changeAlert(ctx, actor, { id: params.id, ...body }, locale),
  )
  api.handle(removeAlertRoute, (ctx, { actor, params }) => removeAlert(ctx, actor, params.id))
}

/** Mounted before the routes of alerts, which would read `webhook` as the id of an alert. */
function mountWebhook(api: Api): void {
  api.handle(alertWebhookRoute, (ctx, { actor }) => readWebhook(ctx, actor))
  api.handle(setAlertWebhookRoute, async (ctx, { actor, body }) => ({ secret: await setWebhook(ctx, actor, body.url) }))
  api.handle(rotateAlertWebhookRoute, async (ctx, { actor }) => ({ secret: await rotateSecret(ctx, actor) }))
  api.handle(removeAlertWebhookRoute, (ctx, { actor }) => removeWebhook(ctx, actor))
  api.handle(testAlertWebhookRoute, (ctx, { actor }) => testWebhook(ctx, actor))
  api.handle(replayAlertDeliveryRoute, (ctx, { actor, params }) => replayDelivery(ctx, actor, params.id))
}

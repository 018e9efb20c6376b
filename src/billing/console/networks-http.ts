import { refuse } from '#src/contract/errors.ts'
import { readAlertsRoute, testAlertRoute } from '#src/contract/operator/money/alerts.ts'
import {
  acceptXpubRoute,
  listNetworksRoute,
  pauseNetworkRoute,
  rejudgeRoute,
  resumeNetworkRoute,
  rewindNetworkRoute,
  type NetworkReport as WireNetwork,
} from '#src/contract/operator/money/networks.ts'
import type { Api } from '#src/platform/http/api.ts'
import { readAlerts, sendTestAlert } from '../alerts/alerts.ts'
import { awaitAnswer, rejudge } from '../networks/questions.ts'
import {
  acceptXpub,
  listNetworks,
  type NetworkReport,
  pauseNetwork,
  resumeNetwork,
  rewindNetwork,
} from '../operator/network-operation.ts'

/**
 * The longest wait of a request for the next scan of the network, ms. A scan takes a second or two. A later result is
 * shown when the page is reloaded.
 */
const answerMs = 5_000

export function mountNetworks(api: Api): void {
  api.handle(listNetworksRoute, async (ctx, { actor }) => (await listNetworks(ctx, actor)).map(present))
  api.handle(readAlertsRoute, (ctx, { actor }) => readAlerts(ctx, actor))
  api.handle(testAlertRoute, async (ctx, { actor }) => {
    if ((await sendTestAlert(ctx, actor)) === null) throw refuse('conflict')
  })
  api.handle(pauseNetworkRoute, async (ctx, { actor, params, body }) => ({
    changed: await pauseNetwork(ctx, actor, { network: params.code, reason: body.reason || null }),
  }))
  api.handle(resumeNetworkRoute, async (ctx, { actor, params }) => ({
    changed: await resumeNetwork(ctx, actor, { network: params.code }),
  }))
  api.handle(rewindNetworkRoute, async (ctx, { actor, params, body }) => {
    const rewound = await rewindNetwork(ctx, actor, { network: params.code, to: body.to })
    if ('problem' in rewound) {
      const error = rewound.problem === 'before_first' ? 'rewind_too_early' : 'rewind_not_behind'
      throw refuse(error, { param: 'to', values: { block: String(rewound.limit) } })
    }
  })
  api.handle(rejudgeRoute, async (ctx, { actor, params, body, request }) => {
    const question = await rejudge(ctx, actor, { network: params.code, txHash: body.txHash })
    return { answered: (await awaitAnswer(ctx, question, { waitMs: answerMs, signal: request.signal })) !== null }
  })
  api.handle(acceptXpubRoute, async (ctx, { actor, params }) => ({
    changed: (await acceptXpub(ctx, actor, { network: params.code })) !== null,
  }))
}

function present({ network, state, closed, nodes, calls, newKey }: NetworkReport): WireNetwork {
  const { code, chainName, chainId, callsPerDay } = network
  return {
    code,
    chainName,
    chainId,
    closed,
    paused: state !== null && state.pausedAt !== null,
    head: state?.head ?? 0,
    cursor: state?.cursor ?? null,
    final: state?.final ?? 0,
    firstBlock: state?.firstBlock ?? null,
    lookedAt: state?.lastOkAt ?? null,
    calls,
    callsMax: callsPerDay,
    nodes: [...nodes],
    key: state?.xpubFingerprint ?? null,
    newKey,
  }
}

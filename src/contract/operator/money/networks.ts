import { z } from 'zod'
import { networkCodeSchema } from '../../account/billing.ts'
import { noBody, nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const node = z.object({
  faults: z.number().describe('faults in a row; 0: the node responds'),
  lastFault: z.string().nullable(),
  lastFaultAt: z.number().nullable().describe('ms'),
})

const network = z.object({
  code: networkCodeSchema,
  chainName: z.string(),
  chainId: z.number(),
  closed: z
    .object({
      why: z.enum(['never_opened', 'stopped', 'paused', 'key_not_accepted', 'no_trusted_node', 'lagging']),
      since: z.number().nullable().describe('ms'),
      detail: z.string().nullable(),
    })
    .nullable()
    .describe('why no orders are accepted on the network; null: orders are accepted'),
  paused: z.boolean(),
  head: z.number().describe('the newest block that the node reported'),
  cursor: z.number().nullable().describe('the newest block that was read'),
  final: z.number().describe('the newest final block'),
  firstBlock: z.number().nullable().describe('the block before which no address was in use'),
  lookedAt: z.number().nullable().describe('ms; the last scan that succeeded'),
  calls: z.number().describe('requests to the nodes on this UTC day'),
  callsMax: z.number().describe('calls a day that the nodes allow'),
  nodes: z.array(node).describe('in the order of the settings'),
  key: z.string().nullable().describe('fingerprint of the extended public key in use'),
  newKey: z
    .string()
    .nullable()
    .describe('the fingerprint of a different key in the settings, which waits for acceptance'),
})
export type NetworkReport = z.infer<typeof network>

export const listNetworksRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/networks',
  summary: 'The payment networks: height, lag, nodes with their faults, and calls',
  auth: 'staff',
  verb: 'network.list',
  data: z.array(network),
  errors: staffErrors,
})

const params = z.object({ code: networkCodeSchema })
const changed = z.object({ changed: z.boolean().describe('false: nothing changed') })

export const pauseNetworkRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/networks/{code}/pause',
  summary: 'Pauses a network: it accepts no new orders; payments are still watched, and no order expires',
  auth: 'staff',
  verb: 'network.pause',
  params,
  body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
  data: changed,
  errors: staffErrors,
})

export const resumeNetworkRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/networks/{code}/resume',
  summary: 'Accepts orders on a paused network again',
  auth: 'staff',
  verb: 'network.resume',
  params,
  body: noBody,
  data: changed,
  errors: staffErrors,
})

export const rewindNetworkRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/networks/{code}/rewind',
  summary: 'Reads the chain again from the block after `to`',
  auth: 'staff',
  verb: 'network.rewind',
  params,
  body: z.strictObject({ to: z.int().min(0) }),
  data: nothing,
  errors: [...staffErrors, 'invalid_parameter', 'rewind_too_early', 'rewind_not_behind'],
})

export const rejudgeRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/networks/{code}/rejudge',
  summary: 'Judges the deposits of a transaction again; waits some seconds for the result of the watcher',
  auth: 'staff',
  verb: 'payment.rejudge',
  params,
  body: z.strictObject({ txHash: z.string().trim().min(1).max(80) }),
  data: z.object({ answered: z.boolean().describe('false: a later scan gives the result') }),
  errors: [...staffErrors, 'invalid_parameter'],
})

export const acceptXpubRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/networks/{code}/accept-xpub',
  summary: 'Accepts the extended public key in the settings for new addresses',
  auth: 'staff',
  verb: 'network.accept_xpub',
  params,
  body: noBody,
  data: changed,
  errors: staffErrors,
})

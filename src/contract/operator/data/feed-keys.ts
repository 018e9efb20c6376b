import { z } from 'zod'
import { noBody, nothing } from '../../account/shapes.ts'
import { assetClasses } from '../../market.ts'
import { defineRoute } from '../../route.ts'
import { staffErrors } from '../console.ts'

const feedKey = z.object({
  id: z.string(),
  key: z.string().describe('masked'),
  source: z.string(),
  classes: z.array(z.enum(assetClasses)),
  regions: z.array(z.string()).nullable().describe('null: every region'),
  creates: z.boolean().describe('whether unknown instruments are created'),
  createdAt: z.number().describe('ms'),
  heardAt: z.number().nullable().describe('when a program last pushed with the key, ms'),
  revokedAt: z.number().nullable().describe('ms'),
})
export type FeedKeyRow = z.infer<typeof feedKey>

export const listFeedKeysRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/feed-keys',
  summary: 'The keys with which programs push data, oldest first',
  auth: 'staff',
  verb: 'feed_key.list',
  data: z.array(feedKey),
  errors: staffErrors,
})

export const createFeedKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/feed-keys',
  summary: 'Issues a key; only this response contains its secret',
  auth: 'staff',
  verb: 'feed_key.create',
  body: z.strictObject({
    source: z.string().min(1).max(32),
    class: z.array(z.string().max(16)).max(assetClasses.length),
    region: z.array(z.string().max(8)).max(100).describe('empty: every region'),
    create: z.boolean(),
  }),
  data: z.object({ id: z.string(), secret: z.string() }),
  errors: [...staffErrors, 'invalid_parameter'],
})

export const revokeFeedKeyRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/feed-keys/{id}/revoke',
  summary: 'Revokes a key at once; its connections are closed',
  auth: 'staff',
  verb: 'feed_key.revoke',
  params: z.object({ id: z.string().min(1).max(64) }),
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'key_revoked'],
})

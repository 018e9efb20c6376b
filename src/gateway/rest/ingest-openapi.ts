import type { z } from 'zod'
import { producerState, pushAnswer, pushErrors, pushMessages } from '#src/contract/data/ingest.ts'
import { dataEnvelope } from '#src/contract/envelope.ts'
import { openApiSchema } from '../json-schema.ts'
import { componentsOf, errorResponses, headOf } from './openapi.ts'

const tag = { name: 'Push', description: "Calls of the operator's programs with a feed key" }

/** The push API as OpenAPI 3.1. It is separate from the calls of customers, whose keys cannot push. */
export function ingestOpenApi(servers: readonly string[], title: string): object {
  return {
    ...headOf(servers, `${title} push of market data`),
    tags: [tag],
    paths: pushPaths(),
    components: componentsOf(),
  }
}

function pushPaths(): Record<string, object> {
  const producer = { name: 'X-Producer', in: 'header', required: false, schema: { type: 'string', default: 'default' } }
  const answered = (operationId: string, summary: string, data: z.ZodType) => ({
    operationId,
    tags: [tag.name],
    summary,
    parameters: [producer],
    responses: {
      200: { description: 'ok', content: { 'application/json': { schema: openApiSchema(dataEnvelope(data)) } } },
      ...errorResponses(pushErrors),
    },
  })
  const posts = Object.entries(pushMessages).map(([kind, message]): [string, object] => {
    const body = { required: true, content: { 'application/x-ndjson': { schema: openApiSchema(message) } } }
    const summary = `Push ${kind} with a feed key, a message a line; gzip or zstd, at most 16 MiB`
    return [`/ingest/${kind}`, { post: { ...answered(`push_${kind}`, summary, pushAnswer), requestBody: body } }]
  })
  const state = answered('producer', 'The last number of a producer, for a feed key', producerState)
  return Object.fromEntries([...posts, ['/ingest', { get: state }]])
}

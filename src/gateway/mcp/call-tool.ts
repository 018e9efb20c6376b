import type { CallToolResult } from '@modelcontextprotocol/server'
import { isFault, isRefusal, type Refusal } from '#src/contract/errors.ts'
import { errorBody } from '#src/platform/http/envelope.ts'
import type { CallResult } from '../rest/server.ts'
import type { Caller } from './caller.ts'
import { chartAnswer } from './chart/chart-resource.ts'
import { type Answer, answerText } from './tool-text.ts'
import { pathOf, restCall, type Tool } from './tools.ts'
import { mcpWords } from './words.ts'

/** Makes the REST call of a tool. A refusal becomes a result that names the next step, so that the model can react. */
export async function callTool(caller: Caller, tool: Tool, given: Record<string, unknown>): Promise<CallToolResult> {
  const result = await asked(caller, tool, given)
  if ('refusal' in result) return refused(caller, tool, result.refusal, result.requestId)
  const { code: _, msg: __, ...answer } = JSON.parse(result.text) as Answer & { code: number; msg: string }
  const content: CallToolResult['content'] = [{ type: 'text', text: answerText(tool, answer, caller.isSandbox) }]
  // The chart draws the bars from `_meta`, which a model does not read.
  return tool.name === 'kline' ? { content, _meta: { [chartAnswer]: answer } } : { content }
}

/** Invalid arguments lead to no REST call, but are counted like a refused REST call. */
function asked(caller: Caller, tool: Tool, given: Record<string, unknown>): Promise<CallResult> {
  try {
    return caller.ask(restCall(tool, given))
  } catch (error) {
    if (isRefusal(error)) return caller.ask({ path: pathOf(tool), query: '' }, error)
    throw error
  }
}

function refused(caller: Caller, tool: Tool, refusal: Refusal, requestId: string): CallToolResult {
  const { msg, error, code } = errorBody(refusal, caller.locale, requestId)
  const lines = [`${msg} (${error}, ${code})`, ...advice(caller, tool, refusal, requestId)]
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] }
}

function advice({ locale, siteUrl }: Caller, tool: Tool, refusal: Refusal, requestId: string): string[] {
  const t = mcpWords(locale)
  const { error, detail } = refusal
  const { suggestions } = detail.extra ?? {}
  if (isFault(refusal)) return [t('advice.fault', { requestId })]
  switch (error) {
    case 'unknown_symbol':
    case 'invalid_symbol': {
      const codes = Array.isArray(suggestions) ? suggestions.join(', ') : ''
      return codes === '' ? [t('advice.search')] : [t('advice.codes', { codes }), t('advice.search')]
    }
    case 'rate_limited':
    case 'too_many_concurrent':
      return [t('advice.wait', { seconds: Math.max(1, Math.ceil(detail.retryAfter ?? 1)) })]
    case 'not_in_plan':
      return [t('advice.plan', { url: `${siteUrl}/${locale}/pricing` })]
    case 'plan_expired':
      return [t('advice.ended', { url: `${siteUrl}/${locale}/dashboard` })]
    case 'key_missing':
    case 'key_malformed':
    case 'key_unknown':
    case 'key_revoked':
    case 'account_suspended':
      return [t('advice.key', { url: `${siteUrl}/${locale}/dashboard` })]
    default:
      return [t('advice.parameters', { tool: tool.name, names: Object.keys(tool.parameters.properties).join(', ') })]
  }
}

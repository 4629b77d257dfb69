/** ChatGPT's own form of the responses API, which refuses more than the public one. */
import { bad } from './checks.ts'
import type { CodexAuthDouble } from './codex-auth.ts'
import { responsesForm } from './openai-responses.ts'
import { type RecordedRequest, type Refusal, startVendorDouble } from './vendor-double.ts'

export async function startCodexDouble(auth: CodexAuthDouble) {
  return startVendorDouble(
    {
      ...responsesForm,
      base_path: '/backend-api/codex',
      key_page: '/no/such/page',
      serves: (path) => path === '/backend-api/codex/responses',
      checkKey(headers) {
        const account = auth.accountBehind(headers.authorization?.replace(/^Bearer /, '') ?? '')
        if (!account) return { status: 401, message: 'Provided authentication token is expired' }
        const isProviderUrl = headers['chatgpt-account-id'] === account.account_id
        return isProviderUrl ? null : { status: 403, message: 'The account does not belong to this token' }
      },
      check: (request) => checkHeaders(request) ?? checkBody(request) ?? responsesForm.check(request),
      errorBody: (status, message) => ({
        error: { type: message.includes('usage limit') ? 'usage_limit_reached' : 'invalid_request_error', message },
        detail: message,
        status,
      }),
    },
    null,
  )
}

function checkHeaders({ headers }: RecordedRequest): Refusal | null {
  if (headers['openai-beta'] !== 'responses=experimental') return bad('openai-beta: responses=experimental is required')
  if (!headers.originator || !headers.session_id) return bad('originator and session_id are required')
  return headers.accept === 'text/event-stream' ? null : bad('Only text/event-stream is served')
}

function checkBody({ body }: RecordedRequest): Refusal | null {
  if (typeof body.instructions !== 'string' || body.instructions === '') return bad('Instructions are required')
  if (body.store !== false) return bad('Store must be set to false')
  if (body.stream !== true) return bad('Stream must be set to true')
  if ('max_output_tokens' in body) return bad('Unsupported parameter: max_output_tokens')
  const include = Array.isArray(body.include) ? body.include : []
  if (!include.includes('reasoning.encrypted_content')) return bad('include must ask for reasoning.encrypted_content')
  const input = Array.isArray(body.input) ? body.input : []
  return input.some(({ role }) => role === 'system' || role === 'developer')
    ? bad('System messages are not allowed')
    : null
}

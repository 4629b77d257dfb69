import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { parseAnswer } from '#platform/outbound/parse-answer.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { type Mask, noMask } from '../../variables/mask-secrets.ts'
import { type ConnectorToCall, findAssigned, findAssignedToCall, noSuchTool } from '../access.ts'
import { recordConnectorFailure, recordConnectorSuccess } from '../calls/record-health.ts'
import { whyFailed } from '../calls/why-failed.ts'
import { fillRemote } from '../fill-remote.ts'
import type { ApiRequest } from './api-request.ts'
import { attachFile, type ForeignFile } from './attach-file.ts'
import { readBody } from './read-body.ts'
import { hasFiles, type WrittenCall, writeCall } from './write-call.ts'

const MAX_CHARACTERS = 2000
/** Files lie in memory while they are sent. A server that never answers holds a place until the deadline, so there are some more. */
const turns = createFairLimit({ total: 12, perKey: 2, waitingPerKey: 32 })
/** What a caller needs besides the body: where more is, and where what was made lies. */
const RETURNED_HEADERS = ['link', 'location', 'etag', 'retry-after', 'x-total-count']

type Called = {
  mcp_id: string
  /** As it was when the tool was made. */
  list_version: number
  tool: { name: string; called: string; request: ApiRequest }
  input: Record<string, unknown>
}
type Answer = { response: Response; body: string | ForeignFile; mask: Mask }
type ApiResult = { status: number; headers: Record<string, string>; body: unknown }

/**
 * Sends the request of an operation. An error status refuses the call with the API's response. A body that is no
 * text is attached to the answer of the run.
 */
export async function callApi(scope: ToolScope, called: Called): Promise<ApiResult> {
  const { response, body, mask } = await ask(scope, called)
  const headers: Record<string, string> = {}
  for (const name of RETURNED_HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = await mask(value)
  }
  return {
    status: response.status,
    headers,
    body:
      typeof body === 'string'
        ? await mask(parseAnswer(response, await mask(body)))
        : await attachFile(body, { mask, saveRunFile: scope.saveRunFile }),
  }
}

async function ask(scope: ToolScope, { mcp_id, list_version, tool, input }: Called): Promise<Answer> {
  const { ctx, signal } = scope
  const connector = await findAssignedToCall(ctx, scope.teammate, mcp_id)
  if (connector.list_version !== list_version) await requireChosen(scope, mcp_id, tool.called)
  const clock = wallClock(signal, ctx.ports.config.CONNECTOR_TIMEOUT, 'The server took too long')
  let mask = noMask()
  try {
    const { remote, mask: masking } = await fillRemote(ctx, connector)
    mask = masking
    using _turn = hasFiles(tool.request) ? await turns.enter(ctx.organization.id, clock.signal) : null
    const call = await writeCall(scope, { request: tool.request, input, remote })
    const response = await send(ctx, call, clock.signal).catch(async (error: unknown) => {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) await recordTrouble(ctx, connector, await mask(whyFailed(error, clock.signal)))
      throw error
    })
    await recordHealth(ctx, connector, response.status)
    const body = await readBody(response, tool.name)
    if (!response.ok) throw refused(response.status, await mask(String(body)))
    return { response, body, mask }
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof AppError ? error.message : whyFailed(error, clock.signal)
    throw new AppError('unprocessable', await mask(`${connector.name}: ${why}`))
  } finally {
    clock.stop()
  }
}

/** Redirects are not followed, because they would send credentials to another address. */
const send = ({ ports }: OrgContext, { url, ...call }: WrittenCall, signal: AbortSignal): Promise<Response> =>
  ports.outbound.fetch(url, { ...call, redirect: 'manual', signal })

/** What an admin took out of the tools meanwhile is not called by a run that began before. */
async function requireChosen({ ctx, teammate }: ToolScope, mcp_id: string, called: string): Promise<void> {
  const { tools } = await findAssigned(ctx, teammate, mcp_id)
  if (!tools?.some((tool) => tool.called === called)) throw noSuchTool()
}

async function recordHealth(ctx: OrgContext, connector: ConnectorToCall, status: number): Promise<void> {
  if (status === 401 || status === 403)
    await recordTrouble(ctx, connector, `The server refuses the sign-in (${status}).`)
  else if (status >= 500) await recordTrouble(ctx, connector, `The server answered with the status ${status}.`)
  else await recordConnectorSuccess(ctx, connector)
}

/** Logged and pushed once, however often it happens. */
async function recordTrouble(ctx: OrgContext, connector: ConnectorToCall, why: string): Promise<void> {
  if (connector.last_error !== why) await recordConnectorFailure(ctx, connector, why)
}

function refused(status: number, text: string): AppError {
  const whole = text.trim()
  const excerpt = whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS).toWellFormed()}…` : whole
  return new AppError('unprocessable', `The server answered with the status ${status}${excerpt && `: ${excerpt}`}`)
}

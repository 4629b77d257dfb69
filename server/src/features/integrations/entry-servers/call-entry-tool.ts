import { and, eq } from 'drizzle-orm'
import { ENTRY_LABELS, type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import { AppError } from '#platform/error.ts'
import { wallClock } from '#platform/wall-clock.ts'
import { isOutdated } from '../../connectors/calls/call-connector.ts'
import { resultForModel } from '../../connectors/calls/result-for-model.ts'
import { whyFailed } from '../../connectors/calls/why-failed.ts'
import { callRemote } from '../../connectors/remote-tools.ts'
import type { RemoteResult } from '../../connectors/remote-types.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { type Mask, maskSecrets, noMask } from '../../variables/mask-secrets.ts'
import { withToken } from '../accounts/with-token.ts'
import { listToolsOfEntry } from '../jobs.ts'
import { oauthToolsets } from '../table.ts'
import { remoteOf } from './entry-server.ts'

type Answered = { answer: RemoteResult; mask: Mask }
type Called = { entry: OauthEntry; url: string; tool: string; input: Record<string, unknown> }

/** Calls a tool of the server that stands in place of a toolset, with the teammate's account; what goes wrong is one sentence. */
export async function callEntryTool(scope: ToolScope, called: Called): Promise<unknown> {
  const { answer, mask } = await ask(scope, called)
  return await resultForModel(answer, { tool: called.tool, mask, saveRunFile: scope.saveRunFile })
}

async function ask({ ctx, teammate, signal }: ToolScope, { entry, url, tool, input }: Called): Promise<Answered> {
  const clock = wallClock(signal, ctx.ports.config.CONNECTOR_TIMEOUT, 'The server took too long')
  const key = { organization_id: ctx.organization.id, employee_id: teammate.id, oauth_mcp: entry }
  const isList = and(
    eq(oauthToolsets.organization_id, key.organization_id),
    eq(oauthToolsets.employee_id, key.employee_id),
    eq(oauthToolsets.oauth_mcp, entry),
  )
  let mask = noMask()
  try {
    const [list] = await ctx.db.select({ protocol: oauthToolsets.protocol }).from(oauthToolsets).where(isList)
    const { answer } = await withToken(ctx, { teammate, service: serviceOf(entry) }, (token) => {
      mask = maskSecrets([token])
      return callRemote(ctx, remoteOf(url, token, list?.protocol ?? null), { tool, input }, clock.signal)
    })
    return { answer, mask }
  } catch (error) {
    signal.throwIfAborted()
    if (isOutdated(error)) {
      await ctx.db.update(oauthToolsets).set({ protocol: null }).where(isList)
      await ctx.enqueue(listToolsOfEntry, key)
    }
    throw new AppError('unprocessable', await mask(`${ENTRY_LABELS[entry]}: ${whyFailed(error, clock.signal)}`))
  } finally {
    clock.stop()
  }
}

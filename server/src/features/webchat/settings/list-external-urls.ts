import type { ExternalUrls } from '#contracts/teammates.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findWebChatTeammate } from '../../teammates/access.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { readRules } from './read-rules.ts'
import { scriptsOf } from './snippets.ts'

/** Where others reach a teammate from outside. */
export async function listExternalUrls(ctx: OrgContext, teammate: TeammateRow): Promise<ExternalUrls> {
  const { BASE_URL } = ctx.ports.config
  return {
    api_messages_url: `${BASE_URL}/api/private/employee/${teammate.id}/messages`,
    mcp_url: `${BASE_URL}/mcp`,
    webchat_snippet: await webchatSnippet(ctx, teammate),
  }
}

/** Only for the teammate that the public key alone leads to; any other needs an entry point of its own. */
async function webchatSnippet(ctx: OrgContext, teammate: TeammateRow): Promise<string | null> {
  if (teammate.channel !== 'Web Chat') return null
  const first = await findWebChatTeammate(ctx)
  if (first?.id !== teammate.id) return null
  return scriptsOf(ctx, await readRules(ctx))
}

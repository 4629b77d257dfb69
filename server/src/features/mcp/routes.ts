import { mcpEndpoints } from '#contracts/mcp.ts'
import { AppError } from '#platform/error.ts'
import { MB } from '#platform/http/read-body.ts'
import { route } from '#platform/route.ts'
import { notParsed } from './messages/rpc.ts'
import { serveMessage } from './messages/serve-message.ts'
import { presentToken } from './present.ts'
import { clientConfiguration } from './tokens/client-configuration.ts'
import { createToken } from './tokens/create-token.ts'
import { listOwnTokens } from './tokens/list-own-tokens.ts'
import { listTokens } from './tokens/list-tokens.ts'
import { revokeToken } from './tokens/revoke-token.ts'

/** There are no sessions, so there is nothing to listen to and nothing to end. */
const onlyPost = async (): Promise<never> => {
  throw new AppError('method_not_allowed', 'Only POST is allowed here', { headers: { allow: 'POST' } })
}

export const routes = [
  route(mcpEndpoints.listHostedTokens, {
    caller: 'teammate_viewer',
    serve: async (ctx) => ({ data: (await listTokens(ctx)).map(presentToken) }),
  }),
  route(mcpEndpoints.listOwnHostedTokens, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listOwnTokens(ctx, query)
      return { ...page, data: page.data.map(({ row, teammate }) => ({ ...presentToken(row), teammate })) }
    },
  }),
  route(mcpEndpoints.createHostedToken, {
    caller: 'teammate_viewer',
    serve: async (ctx, { body }) => {
      const { row, token } = await createToken(ctx, body.name)
      const client_configuration = clientConfiguration(ctx.ports.config.BASE_URL, token)
      return { ...presentToken(row), token, client_configuration }
    },
  }),
  route(mcpEndpoints.revokeHostedToken, {
    caller: 'teammate_viewer',
    serve: async (ctx, { params }) => {
      await revokeToken(ctx, params.token_id)
      return { success: true as const }
    },
  }),
  route(mcpEndpoints.callHosted, {
    caller: 'hosted_token',
    bodyLimitBytes: 4 * MB,
    presentError: notParsed,
    serve: (ctx, { body, http }) => serveMessage(ctx, body, http),
  }),
  route(mcpEndpoints.listenToHosted, { caller: 'anyone', serve: onlyPost }),
  route(mcpEndpoints.endHosted, { caller: 'anyone', serve: onlyPost }),
]

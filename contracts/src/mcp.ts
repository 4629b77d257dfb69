import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Done, Instant, pageOf, pageQuery } from './page.ts'
import * as mcpPaths from './paths/mcp.ts'

/** The channel of the runs that calls of hosted tools are. */
export const HOSTED_CHANNEL = 'mcp'

/** A person's own way to a teammate's tools from a program of theirs. */
export const HostedToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Obfuscated; whole only in the answer that created it. */
  token: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type HostedToken = z.infer<typeof HostedToken>

/** One of a list that goes over teammates. */
export const OwnHostedToken = HostedToken.extend({ teammate: z.object({ id: z.uuid(), name: z.string() }) })
export type OwnHostedToken = z.infer<typeof OwnHostedToken>

const ofTeammate = z.object({ organization_id: z.uuid(), employee_id: z.uuid() })

/** An answer of JSON-RPC; nothing where a notification was taken. */
const RpcAnswer = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).nullable(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .nullable()
export type RpcAnswer = z.infer<typeof RpcAnswer>

export const mcpEndpoints = describeEndpoints(mcpPaths, {
  listHostedTokens: {
    summary: 'List your own hosted tokens for a teammate',
    params: ofTeammate,
    answer: z.object({ data: z.array(HostedToken) }),
  },
  listOwnHostedTokens: {
    summary: 'List your own hosted tokens for all teammates that you see, the newest first',
    query: pageQuery({ limit: 50, max: 100 }),
    answer: pageOf(OwnHostedToken),
  },
  createHostedToken: {
    summary: 'Create a hosted token; its text is shown this once',
    params: ofTeammate,
    body: z.object({ name: z.string().trim().max(100).default('') }),
    answer: HostedToken.extend({
      /** To be pasted into the settings of a client that starts a remote bridge. */
      client_configuration: z.string(),
    }),
    errors: { 409: ['TOO_MANY_TOKENS'] },
  },
  revokeHostedToken: {
    summary: 'Revoke one of your hosted tokens immediately',
    params: ofTeammate.extend({ token_id: z.uuid() }),
    answer: Done,
    errors: { 404: [] },
  },
  callHosted: {
    summary: 'Call the hosted tools of a teammate: one JSON-RPC message of the Model Context Protocol',
    body: z.unknown(),
    answer: RpcAnswer,
    statuses: [200, 202],
    errors: { 400: [], 404: [] },
  },
  listenToHosted: { summary: 'Always 405: the hosted endpoint has no sessions', errors: { 405: [] } },
  endHosted: { summary: 'Always 405: the hosted endpoint has no sessions', errors: { 405: [] } },
})

import { z } from 'zod'
import { botScope } from './access-token.ts'
import { isAllowedAddress } from './allowed-hosts.ts'
import { type Call, callAsBot, fetchAsBot, type TchatCaller } from './connector-call.ts'
import type { TchatAnswer } from './tchat-answer.ts'

/** A conversation at the service that sends its messages; in a channel the id of a thread (`…;messageid=…`). */
export type TchatTarget = { service_url: string; conversation_id: string; bot_account_id: string }

export type TchatAttachment = { contentType: string; contentUrl?: string; name?: string; content?: object }
export type OutgoingActivity =
  | { type: 'typing' }
  | {
      type: 'message'
      text?: string
      textFormat?: 'markdown' | 'plain'
      attachments?: readonly TchatAttachment[]
      /** The message that it answers, where the chat shows that. */
      replyToId?: string
    }

const Sent = z.looseObject({ id: z.string().optional() })
const Team = z.looseObject({ id: z.string(), name: z.string().optional(), aadGroupId: z.string().optional() })
type TchatTeam = z.infer<typeof Team>

/** The activity as it is sent, whose length in JSON the platform limits. */
export const wholeActivity = ({ conversation_id, bot_account_id }: TchatTarget, activity: OutgoingActivity) => ({
  ...activity,
  from: { id: bot_account_id },
  conversation: { id: conversation_id },
})

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference, "Send to Conversation" */
export const sendActivity = (
  caller: TchatCaller,
  target: TchatTarget,
  activity: OutgoingActivity,
): Promise<TchatAnswer<{ id?: string | undefined }>> =>
  callConnector(
    caller,
    target.service_url,
    `/v3/conversations/${encodeURIComponent(target.conversation_id)}/activities`,
    Sent,
    { method: 'POST', json: wholeActivity(target, activity) },
  )

/** Removes a message of the bot. */
export const deleteActivity = (caller: TchatCaller, target: TchatTarget, id: string): Promise<TchatAnswer<object>> =>
  callConnector(
    caller,
    target.service_url,
    `/v3/conversations/${encodeURIComponent(target.conversation_id)}/activities/${encodeURIComponent(id)}`,
    z.looseObject({}),
    { method: 'DELETE' },
  )

/** What Graph knows a team by is its `aadGroupId`. */
export const getTeam = (caller: TchatCaller, service_url: string, id: string): Promise<TchatAnswer<TchatTeam>> =>
  callConnector(caller, service_url, `/v3/teams/${encodeURIComponent(id)}`, Team)

/** A picture that was pasted into a message lies at the connector, which gives it to the bot alone. */
export async function downloadAttachment(
  caller: TchatCaller,
  url: string,
  maxBytes: number,
): Promise<TchatAnswer<Buffer>> {
  if (!isAllowedAddress(url, caller.config.TCHAT_ALLOWED_SERVICE_HOSTS)) return hostNotAllowed
  return fetchAsBot(caller, { url, scope: botScope(caller.config), headers: { accept: '*/*' } }, maxBytes)
}

const hostNotAllowed: TchatAnswer<never> = {
  outcome: 'refused',
  status: 403,
  code: 'HostNotAllowed',
  description: 'This server does not send a token to that address (TCHAT_ALLOWED_SERVICE_HOSTS)',
}

async function callConnector<T>(
  caller: TchatCaller,
  service_url: string,
  path: string,
  schema: z.ZodType<T>,
  call: Pick<Call, 'method' | 'json'> = {},
): Promise<TchatAnswer<T>> {
  const { config } = caller
  if (!isAllowedAddress(service_url, config.TCHAT_ALLOWED_SERVICE_HOSTS)) return hostNotAllowed
  const url = `${service_url.replace(/\/$/, '')}${path}`
  return callAsBot(caller, { ...call, url, scope: botScope(config) }, schema)
}

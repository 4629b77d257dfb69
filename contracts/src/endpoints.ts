import type { accessGroupEndpoints } from './access-groups.ts'
import type { apiChatEndpoints } from './api-chat.ts'
import type { auditEndpoints } from './audit.ts'
import type { cannedReplyEndpoints } from './canned-replies.ts'
import type { catalogEndpoints } from './catalog.ts'
import type { channelBotEndpoints } from './channel-bots.ts'
import type { connectorEndpoints } from './connectors.ts'
import type { contactMergeEndpoints } from './contact-merges.ts'
import type { conversationEndpoints } from './conversations.ts'
import type { desktopAuthEndpoints } from './desktop-auth.ts'
import type { draftEndpoints } from './drafts.ts'
import type { AnswerOf, RequestOf } from './endpoint.ts'
import type { entityVersionEndpoints } from './entity-versions.ts'
import type { inboxEndpoints } from './inbox.ts'
import type { inboxSearchEndpoints } from './inbox-search.ts'
import type { integrationEndpoints } from './integrations.ts'
import type { internalChatEndpoints } from './internal-chat.ts'
import type { inviteEndpoints } from './invites.ts'
import type { labelEndpoints } from './labels.ts'
import type { logEndpoints } from './logs.ts'
import type { mcpEndpoints } from './mcp.ts'
import type { modelEndpoints } from './models.ts'
import type { msgrBotEndpoints } from './msgr-bots.ts'
import type { noteEndpoints } from './notes.ts'
import type { openIdEndpoints } from './openid.ts'
import type { organizationEndpoints } from './organizations.ts'
import type { preferenceEndpoints } from './preferences.ts'
import type { presenceEndpoints } from './presence.ts'
import type { runControlEndpoints } from './run-control.ts'
import type { runEndpoints } from './runs.ts'
import type { signInEndpoints } from './sign-in.ts'
import type { skillEndpoints } from './skills.ts'
import type { staffEndpoints } from './staff.ts'
import type { stargateEndpoints } from './stargate.ts'
import type { privateStorageEndpoints, storageEndpoints } from './storage-endpoints.ts'
import type { storageSearchEndpoints } from './storage-search.ts'
import type { tchatBotEndpoints } from './tchat-bots.ts'
import type { teammateFileEndpoints } from './teammate-files.ts'
import type { teammateEndpoints } from './teammates.ts'
import type { toolConsoleEndpoints } from './tool-console.ts'
import type { translationEndpoints } from './translations.ts'
import type { triggerEndpoints } from './triggers.ts'
import type { usageEndpoints } from './usage.ts'
import type { variableEndpoints } from './variables.ts'
import type { voiceEndpoints } from './voice.ts'
import type { wchatBotEndpoints } from './wchat-bots.ts'
import type { webchatEndpoints } from './webchat.ts'
import type { webchatSettingsEndpoints } from './webchat-settings.ts'
import type { webhookEndpoints } from './webhooks.ts'
import type { workflowEndpoints } from './workflows.ts'

type In<Feature> = Feature[keyof Feature]

/** Every endpoint of the service. */
export type AnyEndpoint =
  | In<typeof accessGroupEndpoints>
  | In<typeof apiChatEndpoints>
  | In<typeof auditEndpoints>
  | In<typeof cannedReplyEndpoints>
  | In<typeof catalogEndpoints>
  | In<typeof channelBotEndpoints>
  | In<typeof connectorEndpoints>
  | In<typeof contactMergeEndpoints>
  | In<typeof conversationEndpoints>
  | In<typeof desktopAuthEndpoints>
  | In<typeof draftEndpoints>
  | In<typeof entityVersionEndpoints>
  | In<typeof inboxEndpoints>
  | In<typeof inboxSearchEndpoints>
  | In<typeof integrationEndpoints>
  | In<typeof internalChatEndpoints>
  | In<typeof inviteEndpoints>
  | In<typeof labelEndpoints>
  | In<typeof logEndpoints>
  | In<typeof mcpEndpoints>
  | In<typeof modelEndpoints>
  | In<typeof msgrBotEndpoints>
  | In<typeof noteEndpoints>
  | In<typeof openIdEndpoints>
  | In<typeof organizationEndpoints>
  | In<typeof preferenceEndpoints>
  | In<typeof presenceEndpoints>
  | In<typeof privateStorageEndpoints>
  | In<typeof runControlEndpoints>
  | In<typeof runEndpoints>
  | In<typeof signInEndpoints>
  | In<typeof skillEndpoints>
  | In<typeof staffEndpoints>
  | In<typeof stargateEndpoints>
  | In<typeof storageEndpoints>
  | In<typeof storageSearchEndpoints>
  | In<typeof tchatBotEndpoints>
  | In<typeof teammateFileEndpoints>
  | In<typeof teammateEndpoints>
  | In<typeof toolConsoleEndpoints>
  | In<typeof translationEndpoints>
  | In<typeof triggerEndpoints>
  | In<typeof usageEndpoints>
  | In<typeof variableEndpoints>
  | In<typeof webchatEndpoints>
  | In<typeof webchatSettingsEndpoints>
  | In<typeof webhookEndpoints>
  | In<typeof voiceEndpoints>
  | In<typeof wchatBotEndpoints>
  | In<typeof workflowEndpoints>

export type At = AnyEndpoint['at']
type EndpointAt<Path extends At> = Extract<AnyEndpoint, { readonly at: Path }>

/** What a client sends to an endpoint, and gets from it, by the path that a page holds. */
export type RequestAt<Path extends At> = RequestOf<EndpointAt<Path>>
export type AnswerAt<Path extends At> = AnswerOf<EndpointAt<Path>>

/** The codes that an endpoint promises to be refused with beyond those of its caller's gate. */
export type CodeAt<Path extends At> =
  EndpointAt<Path> extends { readonly errors: infer Errors }
    ? In<{ [Status in keyof Errors]: Errors[Status] extends readonly (infer Code)[] ? Code : never }>
    : never

import { apiChatFeature } from '#features/api-chat/feature.ts'
import { auditFeature } from '#features/audit/feature.ts'
import { catalogFeature } from '#features/catalog/feature.ts'
import { channelBotsFeature } from '#features/channel-bots/feature.ts'
import { connectorsFeature } from '#features/connectors/feature.ts'
import { conversationsFeature } from '#features/conversations/feature.ts'
import { inboxFeature } from '#features/inbox/feature.ts'
import { integrationsFeature } from '#features/integrations/feature.ts'
import { internalChatFeature } from '#features/internal-chat/feature.ts'
import { invitesFeature } from '#features/invites/feature.ts'
import { logsFeature } from '#features/logs/feature.ts'
import { mcpFeature } from '#features/mcp/feature.ts'
import { modelsFeature } from '#features/models/feature.ts'
import { organizationsFeature } from '#features/organizations/feature.ts'
import { repliesFeature } from '#features/replies/feature.ts'
import { runsFeature } from '#features/runs/feature.ts'
import { searchFeature } from '#features/search/feature.ts'
import { signInFeature } from '#features/sign-in/feature.ts'
import { skillsFeature } from '#features/skills/feature.ts'
import { staffFeature } from '#features/staff/feature.ts'
import { stargateFeature } from '#features/stargate/feature.ts'
import { storageFeature } from '#features/storage/feature.ts'
import { teammateFilesFeature } from '#features/teammate-files/feature.ts'
import { teammatesFeature } from '#features/teammates/feature.ts'
import { toolConsoleFeature } from '#features/tool-console/feature.ts'
import { triggersFeature } from '#features/triggers/feature.ts'
import { usageFeature } from '#features/usage/feature.ts'
import { usersFeature } from '#features/users/feature.ts'
import { variablesFeature } from '#features/variables/feature.ts'
import { versionsFeature } from '#features/versions/feature.ts'
import { voiceFeature } from '#features/voice/feature.ts'
import { webchatFeature } from '#features/webchat/feature.ts'
import { webhooksFeature } from '#features/webhooks/feature.ts'
import { workflowsFeature } from '#features/workflows/feature.ts'
import type { Feature } from '#platform/feature.ts'

/** Lowest first: a feature imports only from those before it. */
export const layers: readonly Feature[] = [
  usersFeature,
  catalogFeature,
  organizationsFeature,
  auditFeature,
  invitesFeature,
  versionsFeature,
  variablesFeature,
  modelsFeature,
  teammatesFeature,
  staffFeature,
  signInFeature,
  storageFeature,
  searchFeature,
  skillsFeature,
  connectorsFeature,
  integrationsFeature,
  workflowsFeature,
  teammateFilesFeature,
  runsFeature,
  conversationsFeature,
  repliesFeature,
  voiceFeature,
  triggersFeature,
]

/** They import from the layers, never from each other. */
export const surfaces: readonly Feature[] = [
  inboxFeature,
  internalChatFeature,
  webchatFeature,
  channelBotsFeature,
  apiChatFeature,
  mcpFeature,
  toolConsoleFeature,
  stargateFeature,
  logsFeature,
  usageFeature,
  webhooksFeature,
]

import type { Fault } from './fault.ts'
import { callFaults } from './faults/calls.ts'
import { channelFaults } from './faults/channels.ts'
import { chatPlatformFaults } from './faults/chat-platforms.ts'
import { conversationFaults } from './faults/conversations.ts'
import { databaseFaults } from './faults/database.ts'
import { documentFaults } from './faults/documents.ts'
import { httpFaults } from './faults/http.ts'
import { organizationFaults } from './faults/organizations.ts'
import { platformFaults } from './faults/platform.ts'
import { portalFaults } from './faults/portal.ts'
import { recordFaults } from './faults/records.ts'
import { runFaults } from './faults/runs.ts'
import { storageFaults } from './faults/storage.ts'
import { teammateFaults } from './faults/teammates.ts'
import { threadFaults } from './faults/thread.ts'
import { toolSchemaFaults } from './faults/tool-schemas.ts'
import { widgetFaults } from './faults/widget.ts'

export const faults: readonly Fault[] = [
  ...portalFaults,
  ...threadFaults,
  ...widgetFaults,
  ...httpFaults,
  ...platformFaults,
  ...databaseFaults,
  ...organizationFaults,
  ...teammateFaults,
  ...toolSchemaFaults,
  ...callFaults,
  ...storageFaults,
  ...documentFaults,
  ...runFaults,
  ...conversationFaults,
  ...channelFaults,
  ...chatPlatformFaults,
  ...recordFaults,
]

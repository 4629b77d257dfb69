import { onEvent, onJob } from '#platform/reaction.ts'
import { messageDone } from '../conversations/events.ts'
import { checkBots } from './bots/check-bots.ts'
import { forgetUpdates } from './bots/forget-updates.ts'
import { takeAfterAnswer } from './bots/take-after-answer.ts'
import { startTaking, takeDueChats } from './bots/take-chat.ts'
import { updateArrived } from './events.ts'
import {
  checkAllBots,
  checkConnections,
  forgetOldUpdates,
  forgetUsedStates,
  sweepUpdates,
  uploadTchatFile,
} from './jobs.ts'
import { uploadAcceptedFile } from './tchat/files/upload-accepted-file.ts'
import { checkAllConnections } from './wchat/check-connections.ts'
import { forgetStates } from './wchat/oauth-state.ts'

export const reactions = [
  onJob(checkConnections, checkAllConnections),
  onJob(forgetUsedStates, forgetStates),
  onJob(checkAllBots, checkBots),
  onEvent(updateArrived, startTaking),
  onEvent(messageDone, takeAfterAnswer),
  onJob(sweepUpdates, takeDueChats),
  onJob(forgetOldUpdates, forgetUpdates),
  onJob(uploadTchatFile, uploadAcceptedFile),
]

import { onEvent, onJob } from '#platform/reaction.ts'
import { messageDone } from '../conversations/events.ts'
import { checkBots } from './bots/check-bots.ts'
import { deleteOldUpdates } from './bots/delete-old-updates.ts'
import { processAfterAnswer } from './bots/process-after-answer.ts'
import { processDueChats, startProcessing } from './bots/process-chats.ts'
import { updateArrived } from './events.ts'
import {
  checkAllBots,
  checkConnections,
  purgeOldUpdates,
  purgeUsedStates,
  removeWchatApp,
  showTchatFile,
  sweepUpdates,
  uploadTchatFile,
} from './jobs.ts'
import { showUploadedFile } from './tchat/files/show-uploaded-file.ts'
import { uploadAcceptedFile } from './tchat/files/upload-accepted-file.ts'
import { checkAllConnections } from './wchat/check-connections.ts'
import { deleteUsedStates } from './wchat/oauth-state.ts'
import { removeAppAgain } from './wchat/remove-app.ts'

export const reactions = [
  onJob(checkConnections, checkAllConnections),
  onJob(purgeUsedStates, deleteUsedStates),
  onJob(checkAllBots, checkBots),
  onEvent(updateArrived, startProcessing),
  onEvent(messageDone, processAfterAnswer),
  onJob(sweepUpdates, processDueChats),
  onJob(purgeOldUpdates, deleteOldUpdates),
  onJob(uploadTchatFile, uploadAcceptedFile),
  onJob(showTchatFile, showUploadedFile),
  onJob(removeWchatApp, removeAppAgain),
]

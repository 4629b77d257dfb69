import { onJob } from '#platform/reaction.ts'
import { continueAnswer } from './continue-answer.ts'
import { continueTitle } from './generate-title.ts'
import { answerMessage, titleConversation } from './jobs.ts'

export const reactions = [onJob(answerMessage, continueAnswer), onJob(titleConversation, continueTitle)]

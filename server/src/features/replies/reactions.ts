import { onEvent } from '#platform/reaction.ts'
import { continueAnswer } from './continue-answer.ts'
import { continueTitle } from './generate-title.ts'
import { answerMessage, titleConversation } from './jobs.ts'

export const reactions = [onEvent(answerMessage, continueAnswer), onEvent(titleConversation, continueTitle)]

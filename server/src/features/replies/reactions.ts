import { onJob } from '#platform/reaction.ts'
import { continueAnswer } from './continue-answer.ts'
import { answerMessage } from './jobs.ts'

export const reactions = [onJob(answerMessage, continueAnswer)]

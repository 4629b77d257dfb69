import { onEvent, onJob } from '#platform/reaction.ts'
import { collectBytes } from '../storage/jobs.ts'
import { collectUnusedBytes } from './collect-unused-bytes.ts'
import { continueAnswer } from './continue-answer.ts'
import { continueDraft } from './draft-reply.ts'
import { answerSaved, answersSilenced, answersUnwanted, answerWanted } from './events.ts'
import { continueTitle } from './generate-title.ts'
import { answerMessage, draftAnswer, titleConversation } from './jobs.ts'
import { hearSaved, saveWanted } from './read-live-answers.ts'
import { hearSilenced, silenceUnwanted } from './silence-answers.ts'

export const reactions = [
  onEvent(answerMessage, continueAnswer),
  onEvent(titleConversation, continueTitle),
  onEvent(draftAnswer, continueDraft),
  onEvent(answerWanted, saveWanted),
  onEvent(answerSaved, hearSaved),
  onEvent(answersUnwanted, silenceUnwanted),
  onEvent(answersSilenced, hearSilenced),
  onJob(collectBytes, collectUnusedBytes),
]

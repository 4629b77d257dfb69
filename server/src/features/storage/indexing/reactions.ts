import { onJob } from '#platform/reaction.ts'
import { recoverLostDocuments } from './claim-document.ts'
import { indexWaitingDocuments } from './index-waiting.ts'
import { indexWaiting, recoverDocuments } from './jobs.ts'

export const reactions = [onJob(indexWaiting, indexWaitingDocuments), onJob(recoverDocuments, recoverLostDocuments)]

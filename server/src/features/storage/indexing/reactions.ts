import { onJob } from '#platform/reaction.ts'
import { recoverLostDocuments } from './claim-document.ts'
import { indexWaitingDocuments } from './index-waiting.ts'
import { indexWaiting, recoverDocuments, setVectorsApart, takeVectorsBack } from './jobs.ts'
import { setApart, takeBackApart } from './set-apart.ts'

export const reactions = [
  onJob(indexWaiting, indexWaitingDocuments),
  onJob(recoverDocuments, recoverLostDocuments),
  onJob(setVectorsApart, (ctx, data) => setApart(ctx, data)),
  onJob(takeVectorsBack, (ctx) => takeBackApart(ctx)),
]

import { onJob } from '#platform/reaction.ts'
import { indexWaitingDocuments } from './indexing/index-waiting.ts'
import { setApart, takeBackApart } from './indexing/set-apart.ts'
import { indexWaiting, setVectorsApart, takeVectorsBack } from './jobs.ts'

export const reactions = [
  onJob(indexWaiting, indexWaitingDocuments),
  onJob(setVectorsApart, (ctx, data) => setApart(ctx, data)),
  onJob(takeVectorsBack, (ctx) => takeBackApart(ctx)),
]

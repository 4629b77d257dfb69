import { onJob } from '#platform/reaction.ts'
import { moveToDedicated, returnToShared } from './indexing/dedicated-vectors.ts'
import { indexWaitingDocuments } from './indexing/index-waiting.ts'
import { dedicateVectors, indexWaiting, returnVectors } from './jobs.ts'

export const reactions = [
  onJob(indexWaiting, indexWaitingDocuments),
  onJob(dedicateVectors, (ctx, data) => moveToDedicated(ctx, data)),
  onJob(returnVectors, (ctx) => returnToShared(ctx)),
]

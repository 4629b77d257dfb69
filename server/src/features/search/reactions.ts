import { jobDue } from '#platform/bus/timetable.ts'
import { onEvent, onJob } from '#platform/reaction.ts'
import { documentsQueued } from '../storage/events.ts'
import { moveToDedicated, returnToShared } from './indexing/dedicated-vectors.ts'
import { indexQuickDocuments, indexWaitingDocuments } from './indexing/index-waiting.ts'
import { dedicateVectors, indexQuickly, indexWaiting, returnVectors } from './jobs.ts'

export const reactions = [
  onEvent(documentsQueued, async (ctx) => {
    for (const { name } of [indexQuickly, indexWaiting]) await ctx.emit(jobDue, { name })
  }),
  onJob(indexQuickly, indexQuickDocuments),
  onJob(indexWaiting, indexWaitingDocuments),
  onJob(dedicateVectors, (ctx, data) => moveToDedicated(ctx, data)),
  onJob(returnVectors, (ctx) => returnToShared(ctx)),
]

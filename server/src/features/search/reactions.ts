import { jobDue } from '#platform/bus/timetable.ts'
import { onEvent, onJob } from '#platform/reaction.ts'
import { documentsQueued } from '../storage/events.ts'
import { moveToDedicated, returnToShared } from './indexing/dedicated-vectors.ts'
import { indexWaitingDocuments } from './indexing/index-waiting.ts'
import { dedicateVectors, indexWaiting, returnVectors } from './jobs.ts'

export const reactions = [
  onEvent(documentsQueued, (ctx) => ctx.emit(jobDue, { name: indexWaiting.name })),
  onJob(indexWaiting, indexWaitingDocuments),
  onJob(dedicateVectors, (ctx, data) => moveToDedicated(ctx, data)),
  onJob(returnVectors, (ctx) => returnToShared(ctx)),
]

import type { Feature } from '#platform/feature.ts'
import { onEvent, onJob } from '#platform/reaction.ts'
import { payloadsErased } from '../runs/jobs.ts'
import { deleteOldTasks, deleteTasksOfRuns } from './delete-old-tasks.ts'
import { taskCreated } from './events.ts'
import { purgeOldTasks, wakeForMissedTasks } from './jobs.ts'
import { routes } from './routes.ts'
import { stargateStep } from './step.ts'
import { wakeGateways } from './waiting-gateways.ts'
import { wakeForMissed } from './wake-for-missed.ts'

export const stargateFeature: Feature = {
  name: 'stargate',
  about: 'Tasks for gateways inside the networks of customers',
  routes,
  steps: [stargateStep],
  reactions: [
    onEvent(taskCreated, async ({ ports }, of) => wakeGateways(ports, of)),
    onJob(wakeForMissedTasks, wakeForMissed),
    onJob(purgeOldTasks, deleteOldTasks),
    onEvent(payloadsErased, deleteTasksOfRuns),
  ],
}

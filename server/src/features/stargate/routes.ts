import { stargateEndpoints } from '#contracts/stargate.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import { Reply, route } from '#platform/route.ts'
import { MAX_INLINE_BYTES, stageRunBody } from '../runs/files/receive-body.ts'
import { answerTask } from './answer-task.ts'
import { awaitTasks, confirmDelivery, handBack } from './await-tasks.ts'
import { presentTask } from './present.ts'

export const routes = [
  route(stargateEndpoints.awaitTasks, {
    caller: 'private_key',
    // It hands tasks out, and stops with the organization.
    effect: true,
    serve: async (ctx, { query, http }) => {
      // Without tasks there is nothing to wait for in a process that stops: the gateway asks another one.
      const tasks = await whileConnected(http, (signal) =>
        awaitTasks(ctx, query, AbortSignal.any([signal, http.server.stopping])),
      )
      const onSent = (hasLeft: boolean) =>
        void (hasLeft ? confirmDelivery : handBack)(ctx, tasks).catch((error) =>
          // After a while they go to another gateway by themselves.
          ctx.log.error({ err: error }, 'what became of an answer with tasks could not be kept'),
        )
      const body = { success: true as const, data: tasks.map(presentTask) }
      return new Reply(body, tasks.length > 0 ? { onSent } : {})
    },
  }),
  route(stargateEndpoints.answerTask, {
    caller: 'private_key',
    bodyLimitBytes: MAX_INLINE_BYTES,
    stageBody: stageRunBody,
    serve: async (ctx, { params, body, stagedBody }) => {
      await answerTask(ctx, params.task_id, { text: body, stagedBody })
      return { success: true as const }
    },
  }),
]

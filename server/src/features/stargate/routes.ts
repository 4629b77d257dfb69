import { stargateEndpoints } from '#contracts/stargate.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import { Reply, route } from '#platform/route.ts'
import { answerTask } from './answer-task.ts'
import { presentTask } from './present.ts'
import { handBack, keepTaken, takeTasks } from './take-tasks.ts'

/** What a system answers is read by a flow and kept in its log, each in one go; larger things belong into storage. */
const MOST_RESPONSE_BYTES = 4 * 1024 * 1024

export const routes = [
  route(stargateEndpoints.takeTasks, {
    caller: 'private_key',
    // It hands tasks out, and stops with the organization.
    effect: true,
    serve: async (ctx, { query, http }) => {
      // Without tasks there is nothing to wait for in a process that stops: the gateway asks another one.
      const tasks = await whileConnected(http, (signal) =>
        takeTasks(ctx, query, AbortSignal.any([signal, http.server.stopping])),
      )
      const onSent = (hasLeft: boolean) =>
        void (hasLeft ? keepTaken : handBack)(ctx, tasks).catch((error) =>
          // After a while they go to another gateway by themselves.
          ctx.log.error({ err: error }, 'what became of an answer with tasks could not be kept'),
        )
      const body = { success: true as const, data: tasks.map(presentTask) }
      return new Reply(body, tasks.length > 0 ? { onSent } : {})
    },
  }),
  route(stargateEndpoints.answerTask, {
    caller: 'private_key',
    bodyLimitBytes: MOST_RESPONSE_BYTES,
    serve: async (ctx, { params, body }) => {
      await answerTask(ctx, params.task_id, body)
      return { success: true as const }
    },
  }),
]

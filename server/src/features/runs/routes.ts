import { runControlEndpoints } from '#contracts/run-control.ts'
import { runEndpoints } from '#contracts/runs.ts'
import { listInPieces } from '#platform/list-in-pieces.ts'
import { route } from '#platform/route.ts'
import { openLink } from '../storage/open-link.ts'
import { findVisibleRun, isActive } from './access.ts'
import { rerunRun } from './control/rerun-run.ts'
import { stopRun } from './control/stop-run.ts'
import { answerByToken, answerQuestion, listQuestions, showQuestion } from './questions/answer-question.ts'
import { listSpending } from './spend/list-spending.ts'

export const routes = [
  route(runControlEndpoints.listRunQuestions, {
    caller: 'member',
    serve: async (ctx, { params }) => ({ data: await listQuestions(ctx, params.run_id) }),
  }),
  route(runControlEndpoints.resumeRun, {
    caller: 'member',
    sees: (ctx, params) => findVisibleRun(ctx, params.run_id),
    automation: true,
    async serve(ctx, { params, body }) {
      await answerQuestion(ctx, params.run_id, body)
      return { success: true as const }
    },
  }),
  route(runControlEndpoints.cancelRun, {
    caller: 'admin',
    async serve(ctx, { params }) {
      await stopRun(ctx, params.run_id)
      return { success: true as const }
    },
  }),
  route(runControlEndpoints.rerunRun, {
    caller: 'admin',
    automation: true,
    async serve(ctx, { params, body }) {
      const { id, status } = await rerunRun(ctx, params.run_id, body)
      return { run_id: id, status }
    },
  }),
  route(runControlEndpoints.showWorkflowQuestion, {
    caller: 'anyone',
    serve: async (ctx, { params }) => ({ success: true as const, data: await showQuestion(ctx, params.token) }),
  }),
  route(runControlEndpoints.answerWorkflowQuestion, {
    caller: 'anyone',
    async serve(ctx, { params, body }) {
      await answerByToken(ctx, params.token, body)
      return { success: true as const }
    },
  }),
  route(runEndpoints.listSpending, {
    caller: 'admin',
    serve: (ctx) => listInPieces({ name: 'data', present: (one) => one, ...listSpending(ctx) }),
  }),
  // Here and not with the storage, which is below and cannot ask whether a run continues.
  route(runEndpoints.openStorageLink, {
    caller: 'anyone',
    serve: (ctx, { params, http }) =>
      openLink(ctx, { token: params.token, headers: http.headers }, (run_id) => isActive(ctx, run_id)),
  }),
]

import { TeammateSpending } from '#contracts/runs.ts'
import { route } from '#platform/route.ts'
import { listSpending } from './list-spending.ts'

export const routes = [
  route({
    method: 'GET',
    path: '/api/organizations/:organization_id/ai-employee-spending',
    caller: 'admin',
    summary: 'What each teammate has spent today (UTC)',
    output: TeammateSpending,
    serve: (ctx) => listSpending(ctx),
  }),
]

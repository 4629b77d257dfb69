import { z } from 'zod'
import { TeammateSpending } from '#contracts/runs.ts'
import { route } from '#platform/route.ts'
import { openLink } from '../storage/open-link.ts'
import { goesOn } from './access.ts'
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
  // Here and not with the storage, which stands below and cannot ask whether a run goes on.
  route({
    method: 'GET',
    path: '/api/storage/links/:token',
    caller: 'anyone',
    summary: 'A file by its temporary link, as long as the run that made it goes on',
    params: z.object({ token: z.string() }),
    serve: (ctx, { params }) => openLink(ctx, params.token, (run_id) => goesOn(ctx, run_id)),
  }),
]

import { runEndpoints } from '#contracts/runs.ts'
import { route } from '#platform/route.ts'
import { openLink } from '../storage/open-link.ts'
import { isActive } from './access.ts'
import { listSpending } from './list-spending.ts'

export const routes = [
  route(runEndpoints.listSpending, {
    caller: 'admin',
    serve: (ctx) => listSpending(ctx),
  }),
  // Here and not with the storage, which stands below and cannot ask whether a run goes on.
  route(runEndpoints.openStorageLink, {
    caller: 'anyone',
    serve: (ctx, { params, http }) =>
      openLink(ctx, { token: params.token, headers: http.headers }, (run_id) => isActive(ctx, run_id)),
  }),
]

import { usageEndpoints } from '#contracts/usage.ts'
import { Reply, route } from '#platform/route.ts'
import { exportUsage } from './export-usage.ts'
import { showUsage } from './show-usage.ts'

export const routes = [
  route(usageEndpoints.showUsage, {
    caller: 'member',
    serve: (ctx, { query }) => showUsage(ctx, query),
  }),
  route(usageEndpoints.exportUsage, {
    caller: 'admin',
    serve: async (ctx, { query }) =>
      new Reply(await exportUsage(ctx, query), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="usage.csv"',
        },
      }),
  }),
]

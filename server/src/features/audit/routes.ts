import { auditEndpoints } from '#contracts/audit.ts'
import { Reply, route } from '#platform/route.ts'
import { exportAuditLog } from './export-audit-log.ts'
import { listAuditLog, listPlatformAuditLog } from './list-audit-log.ts'

export const routes = [
  route(auditEndpoints.listAuditLog, {
    caller: 'admin',
    serve: (ctx, { query }) => listAuditLog(ctx, query),
  }),
  route(auditEndpoints.exportAuditLog, {
    caller: 'admin',
    serve: async (ctx, { query }) =>
      new Reply(await exportAuditLog(ctx, query), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="audit-log.csv"',
        },
      }),
  }),
  route(auditEndpoints.listPlatformAuditLog, {
    caller: 'developer',
    serve: (ctx, { query }) => listPlatformAuditLog(ctx, query),
  }),
]

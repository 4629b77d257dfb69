import type { AuditFilter } from '#contracts/audit.ts'
import * as auditPaths from '#contracts/paths/audit.ts'
import { addressOf } from '#contracts/request.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { usePages } from '../../../lib/use-pages.ts'

/** The entries that the filter lets through, newest first, and the address of the same as a file. */
export function useAuditLog(filter: AuditFilter) {
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  const entries = usePages([...queryKeys.auditLog(organization.id), filter], (page, signal) =>
    call(auditPaths.listAuditLog, { params, query: { ...filter, page, limit: 50 } }, { signal }),
  )
  return { entries, exportAddress: addressOf(auditPaths.exportAuditLog, { params, query: filter }) }
}

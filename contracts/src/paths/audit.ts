export const listAuditLog = 'GET /api/organizations/{organization_id}/audit-log'
export const exportAuditLog = 'GET /api/organizations/{organization_id}/audit-log.csv'
export const listPlatformAuditLog = 'GET /api/admin/audit-log'

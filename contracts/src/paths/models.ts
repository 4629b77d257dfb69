export const listModelsToChoose = 'GET /api/init/models'
export const showModelMetadata = 'GET /api/admin/ai-models/metadata'
export const listProviders = 'GET /api/organizations/{organization_id}/providers'
export const updateProvider = 'PATCH /api/organizations/{organization_id}/providers/{provider}'
/** The path segment `codex` means `vendor_6`. */
export const startConnectionAttempt = 'POST /api/organizations/{organization_id}/providers/codex/connection-attempts'
export const showConnectionAttempt =
  'GET /api/organizations/{organization_id}/providers/codex/connection-attempts/current'
export const cancelConnectionAttempt =
  'DELETE /api/organizations/{organization_id}/providers/codex/connection-attempts/current'
export const revokePlan = 'POST /api/organizations/{organization_id}/providers/codex/revoke'
export const restoreProvider = 'POST /api/organizations/{organization_id}/providers/{provider}/restore'

export const modelPaths = {
  listModelsToChoose: 'GET /api/init/models',
  showModelMetadata: 'GET /api/admin/ai-models/metadata',
  listProviders: 'GET /api/organizations/{organization_id}/providers',
  updateProvider: 'PATCH /api/organizations/{organization_id}/providers/{provider}',
  restoreProvider: 'POST /api/organizations/{organization_id}/providers/{provider}/restore',
} as const

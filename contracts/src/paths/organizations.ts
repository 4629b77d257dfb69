export const organizationPaths = {
  updateOrganization: 'PUT /api/organizations/{organization_id}',
  updateDailyCostLimit: 'PUT /api/organizations/{organization_id}/ai-employee-daily-cost-limit',
  showApiKeys: 'GET /api/organizations/{organization_id}/api-keys',
  revealPrivateApiKey: 'GET /api/organizations/{organization_id}/api-keys/private',
  rotatePrivateApiKey: 'POST /api/organizations/{organization_id}/api-keys/private/rotate',
  rotatePublicApiKey: 'POST /api/organizations/{organization_id}/api-keys/public/rotate',
} as const

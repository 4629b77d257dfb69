export const startIntegration = 'GET /api/organizations/{organization_id}/integrations/{service}/auth_link'
export const finishIntegration = 'POST /api/organizations/{organization_id}/integrations/{service}/callback'
export const listConnectedAccounts = 'GET /api/organizations/{organization_id}/integrations'
export const listIntegrations = 'GET /api/organizations/{organization_id}/employees/{employee_id}/integrations'
export const validateIntegration =
  'POST /api/organizations/{organization_id}/employees/{employee_id}/integrations/{service}/validate'
export const disconnectIntegration =
  'DELETE /api/organizations/{organization_id}/employees/{employee_id}/integrations/{service}'

export const showUsage = 'GET /api/organizations/{organization_id}/usage'
export const exportUsage = 'GET /api/organizations/{organization_id}/usage.csv'

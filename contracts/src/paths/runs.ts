export const listSpending = 'GET /api/organizations/{organization_id}/ai-employee-spending'
export const openStorageLink = 'GET /api/storage/links/{token}'

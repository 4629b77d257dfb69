export const runPaths = {
  listSpending: 'GET /api/organizations/{organization_id}/ai-employee-spending',
  openStorageLink: 'GET /api/storage/links/{token}',
} as const

export const exportTeammate = 'GET /api/organizations/{organization_id}/employees/{employee_id}/export'
export const importTeammate = 'POST /api/organizations/{organization_id}/employees/import'

export const teammatePaths = {
  listTeammates: 'GET /api/organizations/{organization_id}/employees',
  createTeammate: 'POST /api/organizations/{organization_id}/employees',
  showAlly: 'GET /api/organizations/{organization_id}/employees/ally',
  deleteTeammates: 'POST /api/organizations/{organization_id}/employees/bulk-delete',
  restoreTeammates: 'POST /api/organizations/{organization_id}/employees/bulk-restore',
  showTeammate: 'GET /api/organizations/{organization_id}/employees/{employee_id}',
  updateTeammate: 'PUT /api/organizations/{organization_id}/employees/{employee_id}',
  deleteTeammate: 'DELETE /api/organizations/{organization_id}/employees/{employee_id}',
  listExternalUrls: 'GET /api/organizations/{organization_id}/employees/{employee_id}/external-urls',
  listTeammateVersions: 'GET /api/organizations/{organization_id}/entity-versions/ai_employee/{employee_id}',
  restoreTeammateVersion: 'POST /api/organizations/{organization_id}/entity-versions/{entity_version_id}/restore',
} as const

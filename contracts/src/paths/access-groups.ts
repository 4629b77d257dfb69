export const accessGroupPaths = {
  listAccessGroups: 'GET /api/organizations/{organization_id}/access-groups',
  createAccessGroup: 'POST /api/organizations/{organization_id}/access-groups',
  showAccessGroup: 'GET /api/organizations/{organization_id}/access-groups/{access_group_id}',
  updateAccessGroup: 'PUT /api/organizations/{organization_id}/access-groups/{access_group_id}',
  deleteAccessGroup: 'DELETE /api/organizations/{organization_id}/access-groups/{access_group_id}',
} as const

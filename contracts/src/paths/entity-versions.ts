export const restoreVersion = 'POST /api/organizations/{organization_id}/entity-versions/{entity_version_id}/restore'

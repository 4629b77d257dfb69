export const reindexFile = 'POST /api/organizations/{organization_id}/storage/file/reindex'
export const reindexFolder = 'POST /api/organizations/{organization_id}/storage/folder/reindex'
export const searchExactly = 'GET /api/organizations/{organization_id}/storage/search'
export const searchSemantically = 'GET /api/organizations/{organization_id}/storage/semantic-search'

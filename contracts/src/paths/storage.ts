export const storagePaths = {
  listFolder: 'GET /api/organizations/{organization_id}/storage',
  showTeammateAccess: 'GET /api/organizations/{organization_id}/storage/employees/{employee_id}/access',
  searchEntries: 'GET /api/organizations/{organization_id}/storage/employees/{employee_id}/entries/search',
  showStorageStats: 'GET /api/organizations/{organization_id}/storage/stats',
  uploadFile: 'POST /api/organizations/{organization_id}/storage/upload',
  downloadEntry: 'GET /api/organizations/{organization_id}/storage/download',
  deleteEntry: 'DELETE /api/organizations/{organization_id}/storage/file',
  createFolder: 'POST /api/organizations/{organization_id}/storage/folder',
  renameEntry: 'POST /api/organizations/{organization_id}/storage/folder/rename',
  copyEntry: 'POST /api/organizations/{organization_id}/storage/folder/copy',
  moveEntry: 'POST /api/organizations/{organization_id}/storage/folder/move',
  listShares: 'GET /api/organizations/{organization_id}/storage/folder/share',
  shareFolder: 'POST /api/organizations/{organization_id}/storage/folder/share',
  unshareFolder: 'DELETE /api/organizations/{organization_id}/storage/folder/share',
  showContent: 'GET /api/organizations/{organization_id}/storage/file/content',
  createContent: 'POST /api/organizations/{organization_id}/storage/file/content',
  updateContent: 'PUT /api/organizations/{organization_id}/storage/file/content',
  listTrash: 'GET /api/organizations/{organization_id}/storage/trash',
  restoreEntry: 'POST /api/organizations/{organization_id}/storage/restore',
} as const

export const storageSearchPaths = {
  reindexFile: 'POST /api/organizations/{organization_id}/storage/file/reindex',
  reindexFolder: 'POST /api/organizations/{organization_id}/storage/folder/reindex',
  searchExactly: 'GET /api/organizations/{organization_id}/storage/search',
  searchSemantically: 'GET /api/organizations/{organization_id}/storage/semantic-search',
} as const

export const privateStoragePaths = {
  listStorageFolder: 'GET /api/private/storage/',
  showStorageFile: 'GET /api/private/storage/meta',
  downloadStorageFile: 'GET /api/private/storage/download',
  uploadStorageFile: 'POST /api/private/storage/upload',
  createStorageFolder: 'POST /api/private/storage/folder',
  renameStorageEntry: 'POST /api/private/storage/rename',
  moveStorageEntry: 'POST /api/private/storage/move',
  deleteStorageEntry: 'DELETE /api/private/storage/file',
} as const

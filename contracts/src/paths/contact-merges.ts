export const mergeContacts = 'POST /api/organizations/{organization_id}/contacts/{contact_id}/merge'
export const listContactMerges = 'GET /api/organizations/{organization_id}/contacts/{contact_id}/merges'
export const undoContactMerge = 'DELETE /api/organizations/{organization_id}/contacts/{contact_id}/merges/{merge_id}'

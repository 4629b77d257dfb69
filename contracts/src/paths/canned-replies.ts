export const listCannedReplies = 'GET /api/organizations/{organization_id}/canned-replies'
export const createCannedReply = 'POST /api/organizations/{organization_id}/canned-replies'
export const updateCannedReply = 'PATCH /api/organizations/{organization_id}/canned-replies/{canned_reply_id}'
export const deleteCannedReply = 'DELETE /api/organizations/{organization_id}/canned-replies/{canned_reply_id}'

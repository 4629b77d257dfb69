export const draftReply = 'POST /api/organizations/{organization_id}/conversations/{conversation_id}/draft'

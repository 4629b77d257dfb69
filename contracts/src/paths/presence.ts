export const listPresence = 'GET /api/organizations/{organization_id}/conversations/presence'
export const sendPresence = 'POST /api/organizations/{organization_id}/conversations/{conversation_id}/presence'

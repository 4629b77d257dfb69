export const searchConversations = 'GET /api/organizations/{organization_id}/conversations/search'

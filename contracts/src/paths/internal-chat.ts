export const internalChatPaths = {
  showInternalChatCapabilities: 'GET /api/init/internal-chat-capabilities',
  listChatHistory: 'GET /api/organizations/{organization_id}/internal-chat/conversations',
  searchChats: 'GET /api/organizations/{organization_id}/internal-chat/conversations/search',
  searchTeammateChats: 'GET /api/organizations/{organization_id}/employees/{employee_id}/conversations/search',
  listChatMessages: 'GET /api/organizations/{organization_id}/employees/{employee_id}/messages',
  sendChatMessage: 'POST /api/organizations/{organization_id}/employees/{employee_id}/messages',
  listTeammateChats: 'GET /api/organizations/{organization_id}/employees/{employee_id}/conversations',
  createChat: 'POST /api/organizations/{organization_id}/employees/{employee_id}/conversations/new',
  stopGeneration:
    'POST /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}/stop-generation',
  updateChatTitle:
    'PATCH /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}/title',
  deleteChat: 'DELETE /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}',
  restoreChat:
    'POST /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}/restore',
  giveChatFeedback:
    'PUT /api/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}/feedback',
} as const

export const showInternalChatCapabilities = 'GET /api/init/internal-chat-capabilities'
export const listChatHistory = 'GET /api/organizations/{organization_id}/internal-chat/conversations'
export const listDeletedChats = 'GET /api/organizations/{organization_id}/internal-chat/conversations/deleted'
export const searchChats = 'GET /api/organizations/{organization_id}/internal-chat/conversations/search'
export const searchTeammateChats =
  'GET /api/organizations/{organization_id}/employees/{employee_id}/conversations/search'
export const listChatMessages = 'GET /api/organizations/{organization_id}/employees/{employee_id}/messages'
export const sendChatMessage = 'POST /api/organizations/{organization_id}/employees/{employee_id}/messages'
export const listTeammateChats = 'GET /api/organizations/{organization_id}/employees/{employee_id}/conversations'
export const createChat = 'POST /api/organizations/{organization_id}/employees/{employee_id}/conversations/new'
export const stopGeneration =
  'POST /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}/stop-generation'
export const updateChatTitle =
  'PATCH /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}/title'
export const deleteChat =
  'DELETE /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}'
export const restoreChat =
  'POST /api/organizations/{organization_id}/employees/{employee_id}/conversations/{conversation_id}/restore'
export const giveChatFeedback =
  'PUT /api/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}/feedback'

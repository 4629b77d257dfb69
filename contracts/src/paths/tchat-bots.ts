/** The path segment `msteams` means `tchat`. */
export const showTchatBot = 'GET /api/organizations/{organization_id}/employees/{employee_id}/msteams'
export const connectTchatBot = 'POST /api/organizations/{organization_id}/employees/{employee_id}/msteams'
export const updateTchatBot = 'PATCH /api/organizations/{organization_id}/employees/{employee_id}/msteams'
export const disconnectTchatBot = 'DELETE /api/organizations/{organization_id}/employees/{employee_id}/msteams'
export const downloadTchatPackage = 'GET /api/organizations/{organization_id}/employees/{employee_id}/msteams/package'
export const listTchatChats = 'GET /api/organizations/{organization_id}/employees/{employee_id}/msteams/chats'
export const setTchatChatStatus =
  'PUT /api/organizations/{organization_id}/employees/{employee_id}/msteams/chats/{chat_id}/status'
export const receiveTchatActivity = 'POST /webhooks/msteams/{employee_id}/messages'

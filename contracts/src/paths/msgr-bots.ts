/** The path segment `telegram` means `msgr`. */
export const showMsgrBot = 'GET /api/organizations/{organization_id}/employees/{employee_id}/telegram'
export const connectMsgrBot = 'POST /api/organizations/{organization_id}/employees/{employee_id}/telegram'
export const updateMsgrBot = 'PATCH /api/organizations/{organization_id}/employees/{employee_id}/telegram'
export const disconnectMsgrBot = 'DELETE /api/organizations/{organization_id}/employees/{employee_id}/telegram'
export const reconnectMsgrWebhook = 'PUT /api/organizations/{organization_id}/employees/{employee_id}/telegram/webhook'
export const listMsgrChats = 'GET /api/organizations/{organization_id}/employees/{employee_id}/telegram/chats'
export const setMsgrChatStatus =
  'PUT /api/organizations/{organization_id}/employees/{employee_id}/telegram/chats/{chat_id}/status'
export const receiveMsgrUpdate = 'POST /webhooks/telegram/{employee_id}'

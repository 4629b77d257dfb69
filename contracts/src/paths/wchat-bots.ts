/** The path segment `slack` means `wchat`. */
export const showWchatBot = 'GET /api/organizations/{organization_id}/employees/{employee_id}/slack'
export const connectWchatBot = 'POST /api/organizations/{organization_id}/employees/{employee_id}/slack'
export const updateWchatBot = 'PATCH /api/organizations/{organization_id}/employees/{employee_id}/slack'
export const disconnectWchatBot = 'DELETE /api/organizations/{organization_id}/employees/{employee_id}/slack'
export const showWchatManifest = 'GET /api/organizations/{organization_id}/employees/{employee_id}/slack/manifest'
export const listWchatChats = 'GET /api/organizations/{organization_id}/employees/{employee_id}/slack/chats'
export const setWchatChatStatus =
  'PUT /api/organizations/{organization_id}/employees/{employee_id}/slack/chats/{chat_id}/status'
export const receiveWchatEvent = 'POST /webhooks/slack/{employee_id}/events'

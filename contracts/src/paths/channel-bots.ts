/** The path segment `slack` stands for `wchat`. */
export const showWchatConnection = 'GET /api/organizations/{organization_id}/slack'
export const disconnectWchat = 'DELETE /api/organizations/{organization_id}/slack'
export const startWchatOAuth = 'POST /api/organizations/{organization_id}/slack/oauth/start'
export const finishWchatOAuth = 'POST /api/slack/oauth/callback'
export const listChannelBots = 'GET /api/organizations/{organization_id}/channel-bots'

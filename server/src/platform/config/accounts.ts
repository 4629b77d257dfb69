import { z } from 'zod'
import { duration, issuer, url } from './values.ts'

const toolServer = (toolset: string) =>
  url.optional().describe(`A tool server in place of the built-in ${toolset} toolset, called with the account’s token.`)

export const accounts = {
  IDPA_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Your app at Google. Its redirect URLs are `{BASE_URL}/login/idpa` for sign-in and `{BASE_URL}/integrations/idpa/callback` for accounts of teammates.',
    ),
  IDPA_CLIENT_SECRET: z.string().optional().describe('The secret of that app.'),
  IDPA_URL: issuer.default('https://accounts.google.com').describe('The issuer that people sign in with.'),
  IDPA_AUTH_URL: url
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Where a person connects an account.'),
  IDPA_TOKEN_URL: url.default('https://oauth2.googleapis.com/token').describe('Where its tokens are renewed.'),
  IDPA_REVOKE_URL: url.default('https://oauth2.googleapis.com/revoke').describe('Where its tokens are revoked.'),
  IDPA_USERINFO_URL: url
    .default('https://openidconnect.googleapis.com/v1/userinfo')
    .describe('Where its profile is read, which shows whether the account still works.'),
  IDPB_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Your app at Microsoft, for accounts of teammates. Its redirect URL is `{BASE_URL}/integrations/idpb/callback`.',
    ),
  IDPB_CLIENT_SECRET: z.string().optional().describe('The secret of that app.'),
  IDPB_AUTHORITY: url
    .default('https://login.microsoftonline.com/common')
    .describe('The authority of that app: of one tenant, or of all.'),
  GMAIL_BASE_URL: url.default('https://gmail.googleapis.com/gmail/v1').describe('Gmail’s API.'),
  GCAL_BASE_URL: url.default('https://www.googleapis.com/calendar/v3').describe('Google Calendar’s API.'),
  GDRIVE_BASE_URL: url.default('https://www.googleapis.com/drive/v3').describe('Google Drive’s API.'),
  GDRIVE_UPLOAD_BASE_URL: url
    .default('https://www.googleapis.com/upload/drive/v3')
    .describe('Google Drive’s API for uploads.'),
  GRAPH_BASE_URL: url.default('https://graph.microsoft.com/v1.0').describe('Microsoft Graph.'),
  OAUTH_MCP_MAIL_A_URL: toolServer('Gmail'),
  OAUTH_MCP_CALENDAR_A_URL: toolServer('Google Calendar'),
  OAUTH_MCP_DRIVE_A_URL: toolServer('Google Drive'),
  OAUTH_MCP_MAIL_B_URL: toolServer('Outlook mail'),
  OAUTH_MCP_CALENDAR_B_URL: toolServer('Outlook calendar'),
  OAUTH_MCP_DRIVE_B_URL: toolServer('OneDrive'),
  CONNECTOR_TIMEOUT: duration.default(30).describe('How long a call of a connector’s or an account’s tool may take.'),
}

export const listHostedTokens = 'GET /api/organizations/{organization_id}/employees/{employee_id}/mcp-tokens'
export const listOwnHostedTokens = 'GET /api/organizations/{organization_id}/mcp-tokens'
export const createHostedToken = 'POST /api/organizations/{organization_id}/employees/{employee_id}/mcp-tokens'
export const revokeHostedToken =
  'DELETE /api/organizations/{organization_id}/employees/{employee_id}/mcp-tokens/{token_id}'
export const callHosted = 'POST /mcp'
export const listenToHosted = 'GET /mcp'
export const endHosted = 'DELETE /mcp'

export const listCallableTools = 'GET /api/organizations/{organization_id}/employees/{employee_id}/tools'
export const tryTool = 'POST /api/organizations/{organization_id}/employees/{employee_id}/tools/call'

export const sendMessage = 'POST /api/private/employee/{employee_id}/messages'
export const listMessages = 'GET /api/private/employee/{employee_id}/messages'
export const giveFeedback = 'PUT /api/private/employee/{employee_id}/messages/{message_id}/feedback'
export const showRun = 'GET /api/private/workflow/run/{run_id}'

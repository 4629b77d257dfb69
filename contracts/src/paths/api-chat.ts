export const apiChatPaths = {
  sendMessage: 'POST /api/private/employee/{employee_id}/messages',
  listMessages: 'GET /api/private/employee/{employee_id}/messages',
  giveFeedback: 'PUT /api/private/employee/{employee_id}/messages/{message_id}/feedback',
  showRun: 'GET /api/private/workflow/run/{run_id}',
} as const

export const awaitTasks = 'GET /api/private/stargate'
export const answerTask = 'POST /api/private/stargate/{task_id}'

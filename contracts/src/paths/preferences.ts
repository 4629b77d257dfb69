export const showPreferences = 'GET /api/auth/preferences'
export const changePreferences = 'PATCH /api/auth/preferences'

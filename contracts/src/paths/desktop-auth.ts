export const authorizeDesktop = 'GET /api/desktop-auth/authorize'
export const signInDesktop = 'POST /api/desktop-auth/token'

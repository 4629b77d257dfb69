export const signInPaths = {
  whoAmI: 'GET /api/init/whoami',
  listAuthProviders: 'GET /api/auth/providers',
  showAuthStatus: 'GET /api/auth/status',
  signOut: 'POST /api/auth/logout',
  listDevUsers: 'GET /api/auth/dev/users',
  signInAsDevUser: 'POST /api/auth/dev/login',
} as const

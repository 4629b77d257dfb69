/** Every key of the query cache; what belongs to an organization starts with it. */
export const queryKeys = {
  whoAmI: ['who-am-i'] as const,
  devUsers: ['dev-users'] as const,
  authProviders: ['auth-providers'] as const,
  organizations: ['organization'] as const,
  teammates: (organizationId: string) => ['organization', organizationId, 'teammates'] as const,
  history: (organizationId: string) => ['organization', organizationId, 'history'] as const,
  chatSearch: (organizationId: string, text: string) => ['organization', organizationId, 'chat-search', text] as const,
  models: (organizationId: string) => ['organization', organizationId, 'models'] as const,
  thread: (organizationId: string, employeeId: string, conversationId: string | undefined) =>
    ['organization', organizationId, 'teammates', employeeId, 'thread', conversationId ?? 'current'] as const,
}

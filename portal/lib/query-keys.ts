/** Every key of the query cache; what belongs to an organization starts with it. */
export const queryKeys = {
  whoAmI: ['who-am-i'] as const,
  sessions: ['sessions'] as const,
  preferences: (userId: string) => ['preferences', userId] as const,
  linkable: ['linkable'] as const,
  ownOrganizations: ['own-organizations'] as const,
  answerLink: (token: string) => ['answer-link', token] as const,
  invite: (code: string) => ['invite', code] as const,
  devUsers: ['dev-users'] as const,
  authProviders: ['auth-providers'] as const,
  organizations: ['organization'] as const,
  models: (organizationId: string) => ['organization', organizationId, 'models'] as const,
  voices: (provider: string) => ['voices', provider] as const,
  admin: {
    models: ['admin', 'models'] as const,
    voices: ['admin', 'voices'] as const,
    settings: ['admin', 'settings'] as const,
  },
  providers: (organizationId: string) => ['organization', organizationId, 'providers'] as const,
  connectionAttempt: (organizationId: string) => ['organization', organizationId, 'connection-attempt'] as const,
  channelConnection: (organizationId: string) => ['organization', organizationId, 'channel-connection'] as const,
  slackAccount: (organizationId: string) => ['organization', organizationId, 'slack-account'] as const,
  apiKeys: (organizationId: string) => ['organization', organizationId, 'api-keys'] as const,
  entryPoints: (organizationId: string) => ['organization', organizationId, 'entry-points'] as const,
  widgetSettings: (organizationId: string) => ['organization', organizationId, 'widget-settings'] as const,
  webchatSecurity: (organizationId: string) => ['organization', organizationId, 'webchat-security'] as const,
  visitors: (organizationId: string) => ['organization', organizationId, 'visitors'] as const,
  colleagues: (organizationId: string) => ['organization', organizationId, 'colleagues'] as const,
  contacts: (organizationId: string) => ['organization', organizationId, 'contacts'] as const,
  spending: (organizationId: string) => ['organization', organizationId, 'spending'] as const,
  auditLog: (organizationId: string) => ['organization', organizationId, 'audit-log'] as const,
  workflows: (organizationId: string) => ['organization', organizationId, 'workflows'] as const,
  workflowList: (organizationId: string, search: string) =>
    ['organization', organizationId, 'workflows', 'list', search] as const,
  deletedWorkflows: (organizationId: string) => ['organization', organizationId, 'workflows', 'deleted'] as const,
  workflow: (organizationId: string, workflowId: string) =>
    ['organization', organizationId, 'workflows', 'record', workflowId] as const,
  workflowVersions: (organizationId: string, workflowId: string) =>
    ['organization', organizationId, 'workflows', 'versions', workflowId] as const,
  triggers: (organizationId: string, workflowId: string) =>
    ['organization', organizationId, 'workflows', 'triggers', workflowId] as const,
  usage: (organizationId: string) => ['organization', organizationId, 'usage'] as const,
  runs: (organizationId: string) => ['organization', organizationId, 'runs'] as const,
  variables: (organizationId: string) => ['organization', organizationId, 'variables'] as const,
  variableUsages: (organizationId: string, variableId: string) =>
    ['organization', organizationId, 'variables', variableId, 'usages'] as const,
  deletedVariables: (organizationId: string) => ['organization', organizationId, 'deleted-variables'] as const,
  people: (organizationId: string) => ['organization', organizationId, 'people'] as const,
  invites: (organizationId: string) => ['organization', organizationId, 'invites'] as const,
  accessGroups: (organizationId: string) => ['organization', organizationId, 'access-groups'] as const,
  teammate: (organizationId: string, employeeId: string) =>
    ['organization', organizationId, 'teammates', employeeId, 'record'] as const,
  externalUrls: (organizationId: string, employeeId: string) =>
    ['organization', organizationId, 'teammates', employeeId, 'external-urls'] as const,
  channelBots: (organizationId: string) => ['organization', organizationId, 'channel-bots'] as const,
  channelBot: (organizationId: string, employeeId: string, channel: string) =>
    ['organization', organizationId, 'teammates', employeeId, 'channel-bot', channel] as const,
  channelBotChats: (organizationId: string, employeeId: string, channel: string) =>
    ['organization', organizationId, 'teammates', employeeId, 'channel-bot-chats', channel] as const,
  versions: (organizationId: string, employeeId: string) =>
    ['organization', organizationId, 'teammates', employeeId, 'versions'] as const,
  chatsWithTeammate: (organizationId: string, employeeId: string) =>
    ['organization', organizationId, 'teammates', employeeId, 'chats'] as const,
  teammates: (organizationId: string) => ['organization', organizationId, 'teammates'] as const,
  history: (organizationId: string) => ['organization', organizationId, 'history'] as const,
  deletedChats: (organizationId: string) => ['organization', organizationId, 'deleted-chats'] as const,
  deletedTeammates: (organizationId: string) => ['organization', organizationId, 'deleted-teammates'] as const,
  chatSearch: (organizationId: string, text: string) => ['organization', organizationId, 'chat-search', text] as const,
  storage: (organizationId: string) => ['organization', organizationId, 'storage'] as const,
  folders: (organizationId: string) => ['organization', organizationId, 'storage', 'folder'] as const,
  trash: (organizationId: string) => ['organization', organizationId, 'storage', 'trash'] as const,
  /** For all folders, because shares are inherited. */
  shares: (organizationId: string) => ['organization', organizationId, 'storage', 'shares'] as const,
  sharesOf: (organizationId: string, path: string) =>
    ['organization', organizationId, 'storage', 'shares', path] as const,
  access: (organizationId: string) => ['organization', organizationId, 'storage', 'access'] as const,
  accessOfTeammate: (organizationId: string, employeeId: string) =>
    ['organization', organizationId, 'storage', 'access', employeeId] as const,
  folder: (organizationId: string, path: string) =>
    ['organization', organizationId, 'storage', 'folder', path] as const,
  fileText: (organizationId: string, path: string) =>
    ['organization', organizationId, 'storage', 'text', path] as const,
  fileBytes: (organizationId: string, path: string, modifiedAt: string) =>
    ['organization', organizationId, 'storage', 'bytes', path, modifiedAt] as const,
  documentText: (organizationId: string, path: string, version: string) =>
    ['organization', organizationId, 'storage', 'document-text', path, version] as const,
  skillsOfTeammate: (organizationId: string, employeeId: string) =>
    ['organization', organizationId, 'storage', 'skills', employeeId] as const,
  filesOfTeammate: (organizationId: string, employeeId: string, text: string) =>
    ['organization', organizationId, 'storage', 'files-of', employeeId, text] as const,
  storageSearch: (organizationId: string, folder: string, text: string) =>
    ['organization', organizationId, 'storage', 'search', folder, text] as const,
  inboxCounts: (organizationId: string) => ['organization', organizationId, 'inbox', 'counts'] as const,
  inboxCountsOf: (organizationId: string, category: string, teammate: string | null) =>
    ['organization', organizationId, 'inbox', 'counts', category, teammate] as const,
  waitingForMe: (organizationId: string) => ['organization', organizationId, 'inbox', 'waiting-for-me'] as const,
  inboxLists: (organizationId: string) => ['organization', organizationId, 'inbox', 'list'] as const,
  inboxList: (
    organizationId: string,
    filter: string | null,
    category: string,
    teammate: string | null,
    label: string | null,
  ) => ['organization', organizationId, 'inbox', 'list', filter, category, teammate, label] as const,
  inboxSearch: (organizationId: string, q: string, category: string, teammate: string | null) =>
    ['organization', organizationId, 'inbox', 'search', q, category, teammate] as const,
  inboxConversations: (organizationId: string) => ['organization', organizationId, 'inbox', 'conversation'] as const,
  inboxConversation: (organizationId: string, conversationId: string) =>
    ['organization', organizationId, 'inbox', 'conversation', conversationId] as const,
  inboxAssignees: (organizationId: string, conversationId: string) =>
    ['organization', organizationId, 'inbox', 'assignees', conversationId] as const,
  translation: (organizationId: string, messageId: string, language: string) =>
    ['organization', organizationId, 'inbox', 'translation', messageId, language] as const,
  inboxThread: (organizationId: string, conversationId: string) =>
    ['organization', organizationId, 'inbox', 'thread', conversationId] as const,
  notes: (organizationId: string, conversationId: string) =>
    ['organization', organizationId, 'inbox', 'notes', conversationId] as const,
  viewers: (organizationId: string, conversationId: string) =>
    ['organization', organizationId, 'inbox', 'viewers', conversationId] as const,
  mentions: (organizationId: string) => ['organization', organizationId, 'inbox', 'mentions'] as const,
  labels: (organizationId: string) => ['organization', organizationId, 'labels'] as const,
  cannedReplies: (organizationId: string) => ['organization', organizationId, 'canned-replies'] as const,
  conversationsOfContact: (organizationId: string, contactId: string) =>
    ['organization', organizationId, 'inbox', 'contact', contactId] as const,
  toolPayload: (organizationId: string, messageId: string, callId: string, kind: 'input' | 'output') =>
    ['organization', organizationId, 'tool-payload', messageId, callId, kind] as const,
  thread: (organizationId: string, employeeId: string, conversationId: string | undefined) =>
    ['organization', organizationId, 'teammates', employeeId, 'thread', conversationId ?? 'current'] as const,
}

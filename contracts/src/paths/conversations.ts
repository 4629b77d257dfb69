export const conversationPaths = {
  downloadAttachment: 'GET /shared/attachments/{organization_id}/attachment/{attachment_id}',
} as const

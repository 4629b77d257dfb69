export const downloadAttachment = 'GET /shared/attachments/{organization_id}/attachment/{attachment_id}'
export const showToolPayload =
  'GET /api/organizations/{organization_id}/messages/{message_id}/payloads/{call_id}/{kind}'

export const downloadAttachment = 'GET /shared/attachments/{organization_id}/attachment/{attachment_id}'

export const translateMessage =
  'POST /api/organizations/{organization_id}/conversations/{conversation_id}/messages/{message_id}/translation'

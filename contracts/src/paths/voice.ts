export const createVoiceSession = 'POST /chat/realtime/employee/create-session/{organization_id}/{employee_id}'
export const createWebchatVoiceSession = 'POST /chat/realtime/create-session/{event_id}'
export const createVoiceSample = 'POST /api/organizations/{organization_id}/voice-samples'
export const hangUpCall = 'POST /api/organizations/{organization_id}/conversations/{conversation_id}/hang-up'

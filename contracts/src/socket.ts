export const REALTIME_PATH = '/realtime'
/** Where the sockets of calls are opened: `?session={session_id}`. */
export const VOICE_PATH = '/chat/realtime'

export const REALTIME_PATH = '/realtime'

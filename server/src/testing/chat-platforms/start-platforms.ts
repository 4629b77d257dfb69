import { startSlackPlatform } from './slack-platform.ts'
import { startTeamsPlatform } from './teams-platform.ts'
import { startTelegramPlatform } from './telegram-platform.ts'

/** Starts the double of every chat platform. */
export const startPlatforms = () => Promise.all([startTelegramPlatform(), startSlackPlatform(), startTeamsPlatform()])

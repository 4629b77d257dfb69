import { MAX_FILE_BYTES } from '#contracts/teammate-file-limits.ts'
import type { TeammateFile } from '#contracts/teammate-files.ts'

type Problem = 'notJson' | 'isWorkflow' | 'noTeammate' | 'otherVersion' | 'tooLarge'

const FORMAT: TeammateFile['format'] = 'alongside.teammate'
const VERSION: TeammateFile['format_version'] = 1

/** Why a file cannot be an exported teammate; what is wrong inside of one the server says. */
export function problemOf(content: unknown): Problem | null {
  if (content === undefined) return 'notJson'
  const { format, format_version } = Object(content) as { format?: unknown; format_version?: unknown }
  if (format === 'alongside.workflow') return 'isWorkflow'
  if (format !== FORMAT) return 'noTeammate'
  if (format_version !== VERSION) return 'otherVersion'
  // As it is sent: in the file it is indented.
  return new Blob([JSON.stringify(content)]).size > MAX_FILE_BYTES ? 'tooLarge' : null
}

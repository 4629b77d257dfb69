import type { z } from 'zod'
import type { AccountScope, AccountTool } from '../requests/account.ts'
import { accountTool } from '../requests/account-tool.ts'
import { oneLine, outsideId } from '../requests/outside.ts'
import type { Drive, DriveFile } from './drive.ts'
import { openDrive } from './open-drive.ts'

type Definition<Input> = {
  description: string
  input: z.ZodType<Input>
  call: (drive: Drive, input: Input, scope: AccountScope) => Promise<unknown>
  is_read_only?: boolean
}

/** A tool of a drive, the same for each provider's. */
export const driveTool = <Input>(name: string, { call, ...about }: Definition<Input>): AccountTool =>
  accountTool<Input>(name, {
    ...about,
    missing:
      'There is nothing under this id, or the account may not see it. search_files and list_folder say which ids there are.',
    call: (scope, input) => call(openDrive(scope), input, scope),
  })

export const fileId = outsideId('search_files or list_folder')
/** A link to the top folder would be one to everything. */
export const changedId = fileId.refine((id) => id !== 'root', 'The top folder stays as it is')
export const folderId = outsideId('search_files or list_folder').optional()
export const newName = oneLine(255)
  .min(1)
  .refine((name) => !/[/\\]/.test(name), 'A name cannot contain a slash or a backslash')

/** The top folder has a name at both providers, which nobody needs to know. */
export const orTop = (id: string | undefined): string | null => (id === undefined || id === 'root' ? null : id)

/** A file in a list. */
export const brief = ({ id, name, type, size, modified_at, shortcut_to }: DriveFile) => ({
  id,
  name,
  type,
  ...(shortcut_to && { shortcut_to }),
  ...(size !== null && { size }),
  modified_at,
})

export const whole = ({ id, url, name, type, ...more }: DriveFile) => ({
  id,
  name,
  type,
  ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null && value !== '')),
  url,
})

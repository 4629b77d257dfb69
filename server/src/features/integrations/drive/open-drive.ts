import type { AccountScope } from '../requests/account.ts'
import type { Drive } from './drive.ts'
import { googleDrive } from './google/google-drive.ts'
import { oneDrive } from './onedrive/onedrive.ts'

export const openDrive = (scope: AccountScope): Drive =>
  scope.account.service === 'idpa' ? googleDrive(scope) : oneDrive(scope)

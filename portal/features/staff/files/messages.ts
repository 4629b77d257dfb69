import type { ImportNotice } from '#contracts/teammate-files.ts'
import { catalogue } from '../../../lib/i18n.ts'

type Notices = Record<ImportNotice['kind'], string>

const notices: Notices = {
  model_missing: 'These models aren’t available here. Choose others on the Model tab.',
  voice_missing: 'This voice isn’t available here. Choose another on the Model tab.',
  workflow_has_problems: 'These workflows have problems and won’t run until they are fixed.',
  variable_is_empty: 'These variables were created without a value.',
  header_is_empty: 'These connectors need the values of their headers, which are never exported.',
  address_is_incomplete: 'These connectors need the values in their addresses, which are never exported.',
  account_needed: 'These tools need an account. Connect one on the teammate’s Connectors tab.',
  skill_file_left_out: 'These skill files were left out: they were too large to export, or can’t be stored here.',
}

export const teammateFileMessages = catalogue('staff/files', {
  import: 'Import a file',
  importText: 'Do you have an exported teammate?',
  problems: {
    tooLarge: 'This file is larger than 4 MB, so it isn’t an exported teammate.',
    notJson: 'This file is not an exported teammate: it is not JSON.',
    noTeammate: 'This file is not an exported teammate. Export one from the menu of a teammate’s page.',
    isWorkflow: 'This file is a workflow. Import it on the Workflows page.',
    otherVersion: 'This file comes from a version that isn’t supported.',
  },
  importFailed: 'Couldn’t import the file. Nothing was created. Please try again.',
  imported: (name: string) => `${name} was imported`,
  todo: 'Finish these steps to make it work here.',
  notices,
  toVariables: 'Open variables',
  toWorkflows: 'Open workflows',
  toConnectors: 'Open connectors',
  open: (name: string) => `Open ${name}`,
  export: 'Export',
  exportFailed: 'Couldn’t export the teammate.',
})

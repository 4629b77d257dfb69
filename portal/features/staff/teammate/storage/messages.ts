import { catalogue } from '../../../../lib/i18n.ts'

export const teammateStorageMessages = catalogue('staff/teammate/storage', {
  folders: 'Folders',
  foldersText: 'What it can read and change, with everything inside.',
  fullAccess: 'Full access to all files.',
  noFolders: 'No folder is shared with this teammate, so it can’t answer from your files.',
  noFileTools: 'It has no tools for files yet, so it can’t use these folders.',
  turnOnTools: 'Turn on tools',
  share: 'Share a folder',
  shareTitle: (name: string) => `Share a folder with ${name}`,
  shareText: 'Open the folder that you want to share.',
  shareThis: 'Share this folder',
  alreadyShared: 'Already shared.',
  topEmpty: 'Open a folder to share it, or create one and add files to it.',
  topFiles: (count: number) =>
    count === 1
      ? 'Open a folder to share it. 1 file is in no folder: move it into one to share it.'
      : `Open a folder to share it. ${count} files are in no folder: move them into one to share them.`,
  shareFiles: 'Share files',
  shareFilesTitle: (name: string) => `Share files with ${name}`,
  shareFilesText: 'Teammates get access to folders. The files you choose move into a new one.',
  filesFor: (name: string) => `Files for ${name}`,
  files: 'Files',
  folderName: 'Folder name',
  moveAndShare: 'Move and share',
  permission: 'Access',
  permissionOf: (path: string) => `Access to ${path}`,
  permissions: { read: 'Can view', write: 'Can edit' },
  inherited: 'Set on a folder above',
  unshare: (path: string) => `Stop sharing ${path}`,
  shared: (path: string) => `${path} shared`,
  unshared: (path: string) => `${path} is no longer shared`,
  shareFailed: 'Couldn’t change access',
  foldersFailed: 'Couldn’t load folders',
})

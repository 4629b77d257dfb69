import { catalogue } from '../../lib/i18n.ts'

export const versionMessages = catalogue('versions', {
  title: 'Versions',
  text: 'Every save creates a version. Restoring one creates a new version, so nothing is lost.',
  failed: 'Couldn’t load versions',
  version: (number: number) => `Version ${number}`,
  current: 'Current',
  you: 'you',
  colleague: 'a colleague',
  byPlatform: 'the platform',
  by: (who: string, when: string) => `${when}, by ${who}`,
  created: 'Created',
  nothing: 'No changes',
  show: 'Show changes',
  hide: 'Hide changes',
  restore: 'Restore',
  restoreLabel: (number: number) => `Restore version ${number}`,
  restored: (number: number) => `Version ${number} restored`,
  restoreFailed: 'Couldn’t restore the version.',
  undone: 'Undone',
})

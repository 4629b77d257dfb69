import { catalogue } from '../../../lib/i18n.ts'
import type { Field } from './changes-between.ts'

type Fields = Record<Field, string>

const fields: Fields = {
  name: 'Name',
  role: 'Role',
  description: 'Description',
  instructions: 'Instructions',
  model: 'Chat model',
  reasoning: 'Reasoning',
  tts_model: 'Text-to-speech model',
  voice: 'Voice',
  stt_model: 'Speech-to-text model',
  tools: 'Tools',
  workflow_ids: 'Workflows',
  channel: 'Channel',
  show_thinking: 'Show thinking',
}

export const versionMessages = catalogue('staff/versions', {
  title: 'Versions',
  text: 'Every save creates a version. Restoring one creates a new version, so nothing is lost.',
  failed: 'Couldn’t load versions',
  compare: 'Compare',
  withBefore: 'Changes in each version',
  withNow: 'Compared with current',
  version: (number: number) => `Version ${number}`,
  current: 'Current',
  you: 'you',
  colleague: 'a colleague',
  byPlatform: 'the platform',
  by: (who: string, when: string) => `${when}, by ${who}`,
  created: 'Created',
  nothing: 'No changes',
  fields,
  show: 'Show changes',
  hide: 'Hide changes',
  restore: 'Restore',
  restoreLabel: (number: number) => `Restore version ${number}`,
  restored: (number: number) => `Version ${number} restored`,
  restoreFailed: 'Couldn’t restore the version.',
  undone: 'Undone',
  empty: 'empty',
  on: 'On',
  off: 'Off',
  auto: 'Auto',
  none: 'None',
  unknownModel: 'A model that is no longer listed',
  before: 'Before',
  after: 'After',
})

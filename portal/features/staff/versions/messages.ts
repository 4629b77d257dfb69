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
  tts_model: 'Speaks with',
  voice: 'Voice',
  stt_model: 'Listens with',
  tools: 'Tools',
  workflow_ids: 'Workflows',
  channel: 'Channel',
  show_thinking: 'Show thinking',
}

export const versionMessages = catalogue('staff/versions', {
  title: 'Versions',
  text: 'Every save is kept. Restoring one makes a new version, so nothing is ever lost.',
  failed: 'The versions could not be loaded',
  compare: 'Compare',
  withBefore: 'What each one changed',
  withNow: 'What differs from now',
  version: (number: number) => `Version ${number}`,
  current: 'Current',
  you: 'you',
  colleague: 'a colleague',
  byPlatform: 'the platform',
  by: (who: string, when: string) => `${when}, by ${who}`,
  created: 'Created',
  nothing: 'No difference',
  fields,
  show: 'Show the changes',
  hide: 'Hide the changes',
  restore: 'Restore',
  restoreLabel: (number: number) => `Restore version ${number}`,
  restored: (number: number) => `Version ${number} is restored`,
  restoreFailed: 'The version could not be restored.',
  undone: 'It is as it was before',
  empty: 'empty',
  on: 'On',
  off: 'Off',
  auto: 'Auto',
  none: 'None',
  unknownModel: 'A model that is no longer listed',
  before: 'Before',
  after: 'After',
})

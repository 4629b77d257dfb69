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
  skills_folder_id: 'Skills folder',
  channel: 'Channel',
  show_thinking: 'Show thinking',
}

export const teammateVersionMessages = catalogue('staff/versions', {
  compare: 'Compare',
  withBefore: 'Changes in each version',
  withNow: 'Compared with current',
  fields,
  empty: 'empty',
  on: 'On',
  off: 'Off',
  auto: 'Auto',
  none: 'None',
  aFolder: 'A folder',
  unknownModel: 'A model that is no longer listed',
  asksFirst: (tool: string) => `${tool} (asks first)`,
  before: 'Before',
  after: 'After',
})

import { catalogue } from '../../../lib/i18n.ts'

export const toolMessages = catalogue('conversation/tools', {
  toolInput: 'Input',
  toolOutput: 'Result',
  toolStates: { running: 'running', done: 'done', failed: 'failed' },
  noPayload: 'The details are too large to show here.',
  tools: {
    workflow: 'Workflow',
    http_request: 'Web request',
    'files.create': 'Make a file',
    'agent.call_teammate': 'Ask a colleague',
    'conversation.request_operator': 'Ask for a person',
    'storage.list': 'List files',
    'storage.search': 'Search in files',
    'storage.semantic_search': 'Search files by meaning',
    'storage.read_file': 'Read a file',
    'storage.stat_file': 'Look at a file',
    'storage.write_file': 'Write a file',
    'storage.edit_file': 'Edit a file',
    'storage.rename': 'Rename a file',
    'storage.copy': 'Copy a file',
    'storage.move': 'Move a file',
    'storage.delete': 'Delete a file',
    'storage.get_temp_file_url': 'Make a link to a file',
  },
})

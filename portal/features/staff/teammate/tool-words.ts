type ToolWords = Record<string, { title: string; text: string }>

/** What a teammate may call, as people switch it on and off. */
export const tools = {
  'storage.semantic_search': { title: 'Search files by meaning', text: 'Finds passages about a topic.' },
  'storage.search': { title: 'Search in files', text: 'Finds files containing these exact words.' },
  'storage.read_file': {
    title: 'Read files',
    text: 'Reads texts and documents in folders shared with it.',
  },
  'storage.list': { title: 'List folders', text: 'Lists folders shared with it.' },
  'storage.stat_file': { title: 'File details', text: 'Shows size, type and dates of a file.' },
  'storage.get_temp_file_url': {
    title: 'Temporary links',
    text: 'Gives another service a link that expires when the answer is done.',
  },
  'storage.write_file': { title: 'Write files', text: 'Creates and overwrites text files in folders it can edit.' },
  'storage.edit_file': { title: 'Edit files', text: 'Changes parts of text files in folders it can edit.' },
  'storage.rename': { title: 'Rename', text: 'Renames files and folders it can edit.' },
  'storage.copy': { title: 'Copy', text: 'Copies files and folders to folders it can edit.' },
  'storage.move': { title: 'Move', text: 'Moves files and folders between folders it can edit.' },
  'storage.delete': { title: 'Delete', text: 'Moves files and folders it can edit to trash.' },
  'files.create': { title: 'Make files', text: 'Makes a file and attaches it to the answer.' },
  http_request: { title: 'Web requests', text: 'Reads and calls public web addresses and APIs.' },
  'conversation.request_operator': { title: 'Bring in a person', text: 'Asks your people to join the conversation.' },
  'agent.call_teammate': { title: 'Ask colleagues', text: 'Asks another AI teammate and uses the answer.' },
} satisfies ToolWords

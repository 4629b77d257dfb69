type ToolWords = Record<string, { title: string; text: string }>

/** What a teammate may call, as people switch it on and off. */
export const tools = {
  'storage.semantic_search': { title: 'Search files by meaning', text: 'Finds passages of documents about a subject.' },
  'storage.search': { title: 'Search in files', text: 'Finds files in which these very words stand.' },
  'storage.read_file': {
    title: 'Read files',
    text: 'Reads texts and documents of the folders that are shared with it.',
  },
  'storage.list': { title: 'List folders', text: 'Sees what lies in the folders that are shared with it.' },
  'storage.stat_file': { title: 'Look at files', text: 'Sees size, type and times of a file.' },
  'storage.get_temp_file_url': {
    title: 'Temporary links',
    text: 'Hands a document to another service by a link that opens until it has answered.',
  },
  'storage.write_file': { title: 'Write files', text: 'Makes and overwrites text files where it may write.' },
  'storage.edit_file': { title: 'Edit files', text: 'Changes pieces of text files where it may write.' },
  'storage.rename': { title: 'Rename', text: 'Renames files and folders where it may write.' },
  'storage.copy': { title: 'Copy', text: 'Copies files and folders to where it may write.' },
  'storage.move': { title: 'Move', text: 'Moves files and folders between folders where it may write.' },
  'storage.delete': { title: 'Delete', text: 'Moves files and folders to the trash, where it may write.' },
  http_request: { title: 'Web requests', text: 'Reads and calls public web addresses and APIs.' },
  'agent.call_teammate': { title: 'Ask colleagues', text: 'Asks another AI teammate and uses the answer.' },
} satisfies ToolWords

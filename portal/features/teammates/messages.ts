import { catalogue } from '../../lib/i18n.ts'

export const teammatesMessages = catalogue('teammates', {
  bundles: {
    read_files: { title: 'Read files', text: 'Opens files in the folders shared with it.' },
    search_files: { title: 'Search files', text: 'Finds words and topics in those folders.' },
    edit_files: { title: 'Edit files', text: 'Creates, changes, moves and deletes files in folders it can edit.' },
    link_files: {
      title: 'Share file links',
      text: 'Creates temporary links so other services can open a file.',
    },
    make_files: { title: 'Create files', text: 'Attaches tables, pages and documents to its answers.' },
    call_apis: { title: 'Call APIs', text: 'Reads and calls public web addresses.' },
    ask_people: { title: 'Hand off to a person', text: 'Passes conversations it can’t resolve to your team.' },
    ask_teammates: { title: 'Ask other teammates', text: 'Asks another teammate and uses the answer.' },
  },
})

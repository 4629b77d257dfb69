import { catalogue } from '../../lib/i18n.ts'

export const teammatesMessages = catalogue('teammates', {
  bundles: {
    read_files: { title: 'Reads files', text: 'Opens what is in the folders shared with it.' },
    search_files: { title: 'Searches files', text: 'Finds words and topics in those folders.' },
    edit_files: { title: 'Edits files', text: 'Creates, changes, moves and deletes files in folders it can edit.' },
    link_files: {
      title: 'Links to files',
      text: 'Gives other services a link to a file that expires with the answer.',
    },
    make_files: { title: 'Makes files', text: 'Attaches tables, pages and documents to its answers.' },
    call_apis: { title: 'Calls APIs', text: 'Reads and calls public web addresses.' },
    ask_people: { title: 'Brings in a person', text: 'Puts a conversation it cannot settle in front of your people.' },
    ask_teammates: { title: 'Asks other teammates', text: 'Passes a question on to a colleague and uses the answer.' },
  },
})

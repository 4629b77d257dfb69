import { catalogue } from '../../lib/i18n.ts'

export const firstStepsMessages = catalogue('first-steps', {
  title: 'Get started',
  progress: (done: string, all: string) => `${done} of ${all} done`,
  hide: 'Hide this list',
  done: 'Done',
  steps: {
    vendor: { title: 'Connect a model vendor', text: 'Until then you’ll get canned demo answers, not AI.' },
    teammate: { title: 'Create a teammate', text: 'Give it a name, a role and instructions.' },
    folder: { title: 'Share a folder', text: 'Your teammate answers from the files in it.' },
    colleague: { title: 'Invite a colleague', text: 'Work with your teammates together.' },
    site: { title: 'Put it on your site', text: 'Paste a snippet, and visitors can chat with your teammate.' },
    visitor: { title: 'Answer your first visitor', text: 'Take a conversation over in the inbox.' },
  },
})

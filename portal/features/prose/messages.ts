import { catalogue } from '../../lib/i18n.ts'

export const proseMessages = catalogue('prose', {
  copy: 'Copy',
  copied: 'Copied',
  fileMissing: (name: string) => `File not found: ${name}`,
  fileFailed: 'Couldn’t open the file. Please try again.',
  table: 'Table',
  diagram: 'Diagram; its code follows',
  diagramCode: 'Show code',
  noDiagram: 'This diagram can’t be drawn',
  copyCode: 'Copy the code',
  tasks: { done: 'Done', open: 'To do' },
})

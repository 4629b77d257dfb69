import { catalogue } from '../../lib/i18n.ts'

export const conversationMessages = catalogue('conversation', {
  olderFailed: 'Couldn’t load older messages.',
  jumpToNewest: 'Jump to the newest message',
  thinking: 'Thinking',
  thought: 'Reasoning',
  thoughtFor: (seconds: number) => `Thought for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  waits: 'Waiting since',
  operator: 'Operator',
  stopped: 'Stopped',
  answering: (name: string) => `${name} is answering`,
  answered: (name: string, text: string) => `${name}: ${text}`,
  loading: 'Loading messages',
  retry: 'Try again',
  joined: (name: string) => `${name} joined the conversation`,
  joinedUnnamed: 'A person joined the conversation',
  left: (teammate: string) => `Handed back to ${teammate}`,
  requested: 'A person was asked to join',
  contactRequested: 'The contact asked for a person',
  teammateRequested: (teammate: string) => `${teammate} asked for a person`,
  failureRequested: (teammate: string) => `${teammate} couldn’t answer and asked for a person`,
  edited: 'edited',
})

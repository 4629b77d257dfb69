import type { Fault } from '../fault.ts'

export const threadFaults: readonly Fault[] = [
  {
    file: 'thread/streamed-message.ts',
    find: `if (shown.status !== 'in_progress') return shown\n  const tools = mergeTools(shown.stream_tools, change`,
    replace: `const tools = mergeTools(shown.stream_tools, change`,
    tests: 'thread/growing-answer.test.ts',
    what: 'a finished answer is taken back by a late event of its beginning',
  },
  {
    file: 'thread/merge-page.ts',
    find: `known.has(id) && id <= (shown.missingAfter ?? id)`,
    replace: `known.has(id)`,
    tests: 'thread/disconnected.test.ts',
    what: 'messages that came while the connection was lost are never shown',
  },
  {
    file: 'thread/streamed-message.ts',
    find: `if (delta.index < stream_index) continue`,
    replace: `if (delta.index < 0) continue`,
    tests: 'thread/growing-answer.test.ts',
    what: 'a growing answer stops, because a piece that came twice looks like a gap',
  },
  {
    file: 'thread/apply-events.ts',
    find: `conversationOf(event) === thread.conversation_id && isInReach(thread, event)`,
    replace: `isInReach(thread, event)`,
    tests: 'thread/thread.test.ts',
    what: 'a message of another conversation is shown in the open one',
  },
  {
    file: 'thread/apply-events.ts',
    find: `      delete pendingDeltas[event.deleted.id]\n`,
    replace: ``,
    tests: 'thread/thread.test.ts',
    what: 'the messages are read without end after one was deleted that had a gap',
  },
  {
    file: 'thread/merge-page.ts',
    find: ` || thread.older > cursor`,
    replace: ``,
    tests: 'thread/older.test.ts',
    what: 'messages are missing in the middle of a conversation, where an older page came late',
  },
  {
    file: 'thread/feedback.ts',
    find: `if (newest.get(message.id) === feedback) show(shown)`,
    replace: `show(shown)`,
    tests: 'thread/feedback.test.ts',
    what: 'the answer to an older choice of feedback undoes a newer one',
  },
  {
    file: 'thread/announcements.ts',
    find: `last.id > newest`,
    replace: `last.id !== newest`,
    tests: 'thread/announcements.test.ts',
    what: 'a screen reader reads an old message out again after the newest one was deleted',
  },
]

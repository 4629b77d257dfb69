import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { markdownOf } from './read-as-markdown.ts'

const message = (fields: Partial<Message>) => ({ content: '', error: null, attachments: [], ...fields }) as Message
const names = { title: 'Invoices', contact: 'You', operator: 'Operator', teammate: 'Robin' }

test('a conversation is a document with who said what, the files and what failed', () => {
  const attachments = [{ name: 'may.pdf' }] as Message['attachments']
  const text = markdownOf(
    [
      message({ role: 'contact', content: 'Check this', attachments }),
      message({ role: 'ai', content: '- one\n- two' }),
      message({ role: 'operator', content: 'Mine now' }),
      message({ role: 'ai', error: 'No model could answer.' }),
    ],
    names,
  )
  expect(text).toBe(
    '# Invoices\n\n**You**\n\nCheck this\n\n- may.pdf\n\n**Robin**\n\n- one\n- two\n\n**Operator**\n\nMine now\n\n**Robin**\n\nNo model could answer.\n',
  )
})

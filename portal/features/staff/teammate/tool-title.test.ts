import { expect, test } from 'vitest'
import { toolTitle } from './tool-title.ts'

const words = {
  toolNames: { http_request: { title: 'Web requests', text: 'Reads public addresses.' } },
  connectorTool: (connector: string) => `From the connector ${connector}.`,
  otherTool: 'A tool of this platform.',
}

test('a tool is called by its own words, or by its name as people read it, with the connector it is of', () => {
  expect(toolTitle('http_request', words)).toBe(words.toolNames.http_request)
  expect(toolTitle('library__http_request', words)).toEqual({
    title: 'Http request',
    text: 'From the connector library.',
  })
  expect(toolTitle('crm__findCustomer_by-mail', words).title).toBe('Find customer by mail')
  expect(toolTitle('skill.create_file', words)).toEqual({ title: 'Skill create file', text: words.otherTool })
})

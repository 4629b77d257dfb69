import { expect, test, vi } from 'vitest'
import { examplePrompts } from './example-prompts.ts'

// The words come with what watches the browser for another choice of language.
vi.stubGlobal('addEventListener', () => undefined)
const { prompts } = (await import('./messages.ts')).welcomeMessages.en
vi.unstubAllGlobals()
const reading = ['storage.list', 'storage.read_file', 'storage.search']
const nothing = { tools: [], files: [], writable: null }

test('a teammate without tools is asked what needs none', () => {
  expect(examplePrompts(nothing, prompts)).toEqual([prompts.help, prompts.draft, prompts.plan])
})

test('one that reads files is asked about its own, texts before tables, and about nothing else', () => {
  const files = ['Prices.csv', 'Notes/Plan.md', 'photo.png', 'Team.md']
  expect(examplePrompts({ ...nothing, tools: reading, files }, prompts)).toEqual([
    'Summarize “Notes/Plan.md”',
    'What do our files say about “Team”?',
    prompts.files,
    prompts.help,
  ])
})

test('a skill is no document to be asked about', () => {
  const files = ['Skills/tone-of-voice/SKILL.md', 'Prices.csv']
  const asked = examplePrompts({ ...nothing, tools: reading, files }, prompts)
  expect(asked).toContain('Summarize “Prices.csv”')
  expect(asked.join()).not.toContain('SKILL')
})

test('one that may read files but was given none is not asked about them', () => {
  expect(examplePrompts({ ...nothing, tools: reading, files: ['photo.png'] }, prompts)[0]).toBe(prompts.help)
})

test('one that may write is asked to, where it may', () => {
  const tools = [...reading, 'storage.write_file']
  const means = { tools, files: ['a.md'], writable: 'Drafts' }
  expect(examplePrompts(means, prompts)).toContain(prompts.write('Drafts'))
  expect(examplePrompts({ ...means, tools: reading }, prompts)).not.toContain(prompts.write('Drafts'))
  expect(examplePrompts({ ...means, writable: null }, prompts).join()).not.toContain('checklist')
})

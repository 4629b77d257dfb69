import { expect, test } from 'vitest'
import { tools } from '../staff/teammate/tool-words.ts'
import { bundleNames, bundles, bundlesOf, stateOf, switchBundle, toolsOf } from './tool-bundles.ts'

test('every tool that people can switch is in exactly one bundle', () => {
  expect(toolsOf(bundleNames).toSorted()).toEqual(Object.keys(tools).toSorted())
})

test('a bundle is on, off, or on in part', () => {
  const { search_files } = bundles
  expect(stateOf(search_files, [])).toBe(false)
  expect(stateOf(search_files, ['storage.search', 'http_request'])).toBe('indeterminate')
  expect(stateOf(search_files, [...search_files])).toBe(true)
  expect(bundlesOf(['storage.search', 'http_request'])).toEqual(['search_files', 'call_apis'])
})

test('switching a bundle leaves all other tools as they are, also those of nobody’s', () => {
  const on = ['crm.find', 'storage.search', 'http_request']
  expect(switchBundle(bundles.search_files, on, true)).toEqual([...on, 'storage.semantic_search'])
  expect(switchBundle(bundles.search_files, on, false)).toEqual(['crm.find', 'http_request'])
})

import type { Fault } from '../fault.ts'

const TESTS = 'server/src/features/models/vendors/tool-schemas.test.ts'

export const toolSchemaFaults: readonly Fault[] = [
  {
    file: 'server/src/features/models/schemas/keywords.ts',
    find: String.raw`/\(\?<?[=!]|\\[pPk1-9]/.test(pattern)`,
    replace: String.raw`/\(\?[=!]{3}/.test(pattern)`,
    tests: TESTS,
    what: 'OpenAI refuses every tool for the lookaround in one pattern',
  },
  {
    file: 'server/src/features/models/schemas/keywords.ts',
    find: `if (values.length > 0 && !types.includes('array')) kept.enum = values`,
    replace: `if (values.length > 0) kept.enum = values`,
    tests: TESTS,
    what: 'Gemini refuses every tool for the values of one array',
  },
  {
    file: 'server/src/features/models/schemas/combined-schema.ts',
    find: `for (const [name, schema] of alternatives.flatMap`,
    replace: `for (const [name, schema] of alternatives.slice(0, 1).flatMap`,
    tests: TESTS,
    what: 'a model does not know the properties of the second alternative',
  },
  {
    file: 'server/src/features/models/schemas/property-names.ts',
    find: `encode: rename(given), decode: rename(own)`,
    replace: `encode: rename(given), decode: (input) => input`,
    tests: TESTS,
    what: 'a tool gets the names that only the vendor knows',
  },
  {
    file: 'server/src/features/models/schemas/portable-schema.ts',
    find: `const required = [...names].filter((name) => wanted.has(name))`,
    replace: `const required = [...wanted]`,
    tests: TESTS,
    what: 'Gemini refuses every tool for a required property that is not there',
  },
  {
    file: 'server/src/features/models/vendors/prompt.ts',
    find: `return isBlank(content) ? calls`,
    replace: `return content === '' ? calls`,
    tests: 'server/src/features/models/stream-model.test.ts',
    what: 'Claude refuses an answer that began with a line break',
  },
  {
    file: 'server/src/features/models/vendors/limited-fetch.ts',
    find: `await unlimited(input, withWholeCharacters(init))`,
    replace: `await unlimited(input, init)`,
    tests: 'server/src/features/models/stream-model.test.ts',
    what: 'Claude refuses a text that was cut within a character',
  },
  {
    file: 'server/src/features/runs/agent/toolbox.ts',
    find: `Math.max(0, loaded.size - MAX_LOADED)`,
    replace: `0`,
    tests: 'server/src/features/connectors/connectors.test.ts',
    what: 'OpenAI refuses a teammate that has loaded many tools',
  },
]

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ConnectableVendor,
  connectableVendors,
  startConnectedVendor,
} from '#testing/doubles/vendors/connected-vendor.ts'
import { collect, never, question } from '#testing/models/model-calls.ts'
import { streamModel } from '../stream-model.ts'

const tool = (name: string, input_schema: object) => ({ name, description: `Does ${name}.`, input_schema })

/** Of each kind that published servers list and that a vendor refuses together with all other tools. */
const published = {
  alternatives: {
    type: 'object',
    properties: { url: { type: 'string' }, base64: { type: 'string' } },
    oneOf: [{ required: ['url'] }, { required: ['base64'] }],
  },
  union: {
    anyOf: [
      { type: 'object', properties: { kind: { const: 'file' }, path: { type: 'string' } }, required: ['kind', 'path'] },
      {
        type: 'object',
        properties: { kind: { const: 'text' }, content: { type: 'string' } },
        required: ['kind', 'content'],
      },
    ],
  },
  all_of: {
    allOf: [{ $ref: '#/$defs/Base' }, { properties: { more: { type: 'number' } } }],
    $defs: { Base: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
  conditional: {
    type: 'object',
    properties: { mode: { enum: ['a', 'b'] } },
    if: { properties: { mode: { const: 'a' } } },
    else: { required: ['size'] },
    dependentRequired: { mode: ['size'] },
  },
  names: {
    type: 'object',
    properties: {
      'filter[id]': { type: 'string' },
      $top: { type: 'integer' },
      top: { type: 'integer' },
      имя: { type: 'string' },
    },
    required: ['$top'],
  },
  long_name: { type: 'object', properties: { [`settings__${'x'.repeat(80)}`]: { type: 'boolean' } } },
  draft_07_tuple: {
    type: 'object',
    properties: { at: { type: 'array', items: [{ type: 'number' }, { type: 'number' }], additionalItems: false } },
  },
  tuple: {
    type: 'object',
    properties: { entry: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] } },
  },
  draft_04: {
    type: 'object',
    properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true, required: true } },
  },
  no_items: { type: 'object', properties: { list: { type: 'array' }, maybe: { type: ['array', 'null'] } } },
  unknown_types: {
    type: 'object',
    properties: { a: { type: 'any' }, b: { type: 'str' }, type: 'object' },
    required: ['a', 'missing'],
  },
  nulls: { type: 'object', properties: { a: { type: 'string', enum: null, items: null, anyOf: [] } }, required: null },
  no_properties: { type: 'object' },
  nothing: {},
  email: z.toJSONSchema(z.object({ to: z.array(z.email()), day: z.iso.date() })),
  names_of_properties: z.toJSONSchema(
    z.object({ totals: z.record(z.union([z.literal('a'), z.literal('b')]), z.number()) }),
  ),
  recursive: {
    type: 'object',
    properties: { tree: { $ref: '#/definitions/Node' } },
    definitions: {
      Node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/definitions/Node' } } } },
    },
  },
  reused: {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { x: { type: 'string' } } },
      b: { $ref: '#/properties/a' },
      c: { $ref: '#/nowhere' },
    },
  },
  nullable_items: {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: ['object', 'null'], properties: { value: true } } } },
  },
  enum_of_array: {
    type: 'object',
    properties: { levels: { type: ['array', 'null'], items: { type: 'integer' }, enum: [1, 2, 3] } },
  },
  lookaround: { type: 'object', properties: { key: { type: 'string', pattern: '^(?!undefined$).+$' } } },
  long_text: { type: 'object', properties: { prompt: { type: 'string', maxLength: 10_000, pattern: '\\S' } } },
}

test.for(connectableVendors)(
  '%s takes a teammate whose tools have any schema that published servers list',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    const tools = Object.entries(published).map(([name, schema]) => tool(name, schema))
    const { text } = await collect(streamModel(vendor.connection, question(vendor.model, { tools }), never))
    expect(text).toBe('ok')
  },
)

test.for(connectableVendors)('%s takes each of them alone', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  for (const [name, schema] of Object.entries(published)) {
    const request = question(vendor.model, { tools: [tool(name, schema)] })
    await expect(collect(streamModel(vendor.connection, request, never)), name).resolves.toMatchObject({
      text: 'ok',
    })
  }
})

const Sent = z.object({
  tools: z.tuple([
    z.union([
      z.object({ input_schema: z.looseObject({}) }).transform((sent) => sent.input_schema),
      z.object({ parameters: z.looseObject({}) }).transform((sent) => sent.parameters),
      z.object({ function: z.object({ parameters: z.looseObject({}) }) }).transform((sent) => sent.function.parameters),
      z
        .object({ functionDeclarations: z.tuple([z.object({ parametersJsonSchema: z.looseObject({}) })]) })
        .transform((sent) => sent.functionDeclarations[0].parametersJsonSchema),
    ]),
  ]),
})

/** The schema of the one tool that a vendor was sent. */
async function sent(provider: ConnectableVendor, schema: object) {
  await using vendor = await startConnectedVendor(provider)
  await collect(streamModel(vendor.connection, question(vendor.model, { tools: [tool('it', schema)] }), never))
  return Sent.parse(vendor.double.requests[0]?.body).tools[0]
}

test.for(connectableVendors)(
  '%s reads of alternatives which properties there are and which belong together',
  async (provider) => {
    const union = await sent(provider, published.union)
    expect(union).toMatchObject({
      type: 'object',
      properties: { kind: { enum: ['file', 'text'] }, path: { type: 'string' }, content: { type: 'string' } },
      required: ['kind'],
      description: 'Give one of these: (kind "file", path) or (kind "text", content).',
    })
    expect(await sent(provider, published.all_of)).toMatchObject({
      properties: { id: { type: 'string' }, more: { type: 'number' } },
      required: ['id'],
    })
  },
)

test.for(connectableVendors)('%s is not left to require parameters that a tool leaves open', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const open = tool('it', { type: 'object', properties: { a: { type: 'string' } } })
  await collect(streamModel(vendor.connection, question(vendor.model, { tools: [open] }), never))
  const { body } = vendor.double.requests[0] ?? {}
  // The Responses API of OpenAI is strict by default.
  if (provider === 'vendor_1') expect(body).toMatchObject({ tools: [{ strict: false }] })
  else expect(JSON.stringify(body)).not.toContain('"strict":true')
})

test.for(connectableVendors)('%s reads what a schema refers to', async (provider) => {
  const schema = await sent(provider, published.reused)
  const b = (schema.properties as Record<string, { $ref?: string }>).b
  const target = b?.$ref ? (schema.$defs as Record<string, object>)[b.$ref.slice('#/$defs/'.length)] : b
  expect(target).toEqual({ type: 'object', properties: { x: { type: 'string' } } })
})

test.for(connectableVendors)('%s is sent an ordinary schema as it is', async (provider) => {
  const schema = {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to find.' },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      sort: { type: 'string', enum: ['new', 'old'] },
      tags: { type: 'array', items: { type: 'string' } },
      where: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
    required: ['query'],
    additionalProperties: false,
  }
  expect(await sent(provider, schema)).toEqual(schema)
})

test.for(connectableVendors)(
  'a tool that %s calls gets its arguments by its own names, and the vendor reads them again by its',
  async (provider) => {
    await using vendor = await startConnectedVendor(provider)
    const schema = published.names
    const names = Object.keys((await sent(provider, schema)).properties as object)
    const given = Object.fromEntries(names.map((name, at) => [name, at]))
    vendor.double.reply({ tool_calls: [{ id: 'call_1', name: 'it', input: given }] }, { text: 'Done.' })
    const request = question(vendor.model, { tools: [tool('it', schema)] })

    const { tool_calls, finish } = await collect(streamModel(vendor.connection, request, never))
    expect(tool_calls).toEqual([{ id: 'call_1', name: 'it', input: { 'filter[id]': 0, $top: 1, top: 2, имя: 3 } }])

    const metadata = finish?.provider_metadata
    const again = {
      ...request,
      messages: [
        ...request.messages,
        { role: 'assistant' as const, content: '', tool_calls, ...(metadata && { provider_metadata: metadata }) },
        { role: 'tool' as const, results: [{ call_id: 'call_1', name: 'it', output: 'ok' }] },
      ],
    }
    expect(await collect(streamModel(vendor.connection, again, never))).toMatchObject({ text: 'Done.' })
    for (const name of names)
      expect(
        JSON.stringify(
          vendor.double.requests[1]?.body.messages ??
            vendor.double.requests[1]?.body.input ??
            vendor.double.requests[1]?.body.contents,
        ),
      ).toContain(name)
  },
)

test.for(connectableVendors)('%s takes anything else in the place of a schema', async (provider) => {
  await using vendor = await startConnectedVendor(provider)
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'enum',
    'const',
    'required',
    '$ref',
    '$defs',
    'pattern',
    'minimum',
    'exclusiveMinimum',
    'maxLength',
    'prefixItems',
    'additionalProperties',
    'patternProperties',
    'nullable',
    'format',
    'description',
    'default',
    'if',
    'dependentRequired',
    'uniqueItems',
    'multipleOf',
    'a b',
    '$x',
  )
  const { schema } = fc.letrec((tie) => ({
    schema: fc.dictionary(keyword, tie('value'), { maxKeys: 5 }),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<unknown>(
        'object',
        'array',
        'string',
        'any',
        null,
        true,
        false,
        3,
        -1,
        '#',
        '#/properties/a b',
        '#/$defs/$x',
        '^(?!x)',
        '',
      ),
      tie('schema'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(fc.array(schema, { minLength: 1, maxLength: 8 }), async (schemas) => {
      const tools = schemas.map((each, at) => tool(`tool_${at}`, each as object))
      await collect(streamModel(vendor.connection, question(vendor.model, { tools }), never))
    }),
    { numRuns: 60 },
  )
})

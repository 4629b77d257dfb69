import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import type { ApiDocument } from '#contracts/api-documents.ts'
import { cleanText } from '../clean-text.ts'
import { tokensOf } from '../lists/tokens-of.ts'
import { freeNames } from '../remote/free-names.ts'
import { MAX_STORED_CHARACTERS } from '../remote/tool-limits.ts'
import type { StoredTool } from '../remote-types.ts'
import { excerptOf } from './excerpt.ts'
import { isNode, listAt, type Node, nodeAt, resolve, textAt } from './nodes.ts'
import { describe, type Operation, readOperation } from './read-operation.ts'
import { readSignIn } from './read-sign-in.ts'
import { urlsOf } from './servers.ts'
import { describedApi, describedOperation, isSwagger } from './swagger.ts'
import { UnreadableDocument, UnsupportedOperationError } from './unsupported-operation.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head']
/** Microsoft Graph has 11,422. */
const MAX_SHOWN = 12_000
const MAX_TITLE_LENGTH = 200
/** YAML 1.2 has no merge keys (`<<: *common`), but documents do, and so do the tools for OpenAPI. */
const YAML = { schema: CORE_SCHEMA.withTags(mergeTag), maxTotalMergeKeys: 200_000 }

/** What a document says, for someone who chooses from it. */
export function readDocument(text: string, address: string | null): ApiDocument {
  const document = parse(text)
  const api = describedApi(document)
  const all = operationsOf(document)
  const operations = all.slice(0, MAX_SHOWN).map((operation) => {
    const { tool, problem } = toolOf(document, operation, address)
    return {
      operation: operation.key,
      name: tool.name,
      description: tool.description,
      tag: cleanText(String(listAt(operation.given, 'tags')[0] ?? ''), MAX_TITLE_LENGTH) || null,
      is_deprecated: operation.given.deprecated === true,
      token_count: tokensOf([tool]),
      problem,
    }
  })
  return {
    title: cleanText(textAt(nodeAt(api, 'info'), 'title'), MAX_TITLE_LENGTH),
    urls: urlsOf(api),
    ...readSignIn(api),
    operations,
    total: all.length,
  }
}

/** The tools of chosen operations, in the order of the document; throws where one is not there or can be no tool. */
export function readTools(text: string, chosen: readonly string[], address: string | null): StoredTool[] {
  const document = parse(text)
  const wanted = new Set(chosen)
  const tools = operationsOf(document).flatMap((operation) => {
    if (!wanted.delete(operation.key)) return []
    const { tool, problem } = toolOf(document, operation, address)
    if (problem !== null) throw new UnreadableDocument(`${operation.key} cannot be a tool. ${problem}.`)
    return tool
  })
  const [missing] = wanted
  if (missing !== undefined)
    throw new UnreadableDocument(`The document has no operation ${cleanText(missing, MAX_TITLE_LENGTH)}.`)
  if (JSON.stringify(tools).length > MAX_STORED_CHARACTERS)
    throw new UnreadableDocument('These operations are too large together. Choose fewer of them.')
  return tools
}

/** The part of a document that chosen operations need, as JSON. */
export const readExcerpt = (text: string, chosen: readonly string[]): string =>
  JSON.stringify(excerptOf(parse(text), new Set(chosen)))

function parse(text: string): Node {
  const document = parsed(text)
  if (!isNode(document)) throw new UnreadableDocument('This is not an OpenAPI document.')
  if (isSwagger(document) || /^3(\.|$)/.test(textAt(document, 'openapi'))) return document
  throw new UnreadableDocument(
    'This is not an OpenAPI document of version 2 or 3: it begins with no such swagger or openapi field.',
  )
}

function parsed(text: string): unknown {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : load(text, YAML)
  } catch (error) {
    if (error instanceof YAMLException) {
      const line = error.mark ? ` in line ${error.mark.line + 1}` : ''
      throw new UnreadableDocument(`This is not valid YAML${line}: ${cleanText(error.reason, MAX_TITLE_LENGTH)}.`)
    }
    throw new UnreadableDocument(
      `This is not valid JSON: ${cleanText(String(Object(error).message), MAX_TITLE_LENGTH)}.`,
    )
  }
}

type Named = Operation & { key: string; name: string }

/** Each with a name that does not depend on which of them are chosen. */
function operationsOf(document: Node): Named[] {
  const freeName = freeNames()
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, value]) => {
    const item = path.startsWith('/') ? resolve(document, value) : null
    if (!item) return []
    return METHODS.filter((method) => isNode(item[method])).map((method) => {
      const given = nodeAt(item, method)
      const name = freeName(textAt(given, 'operationId') || `${method}${path}`.replace(/(?<!\W)\W+$/, ''))
      return { key: `${method.toUpperCase()} ${path}`, name, method: method.toUpperCase(), path, item, given }
    })
  })
}

function toolOf(
  document: Node,
  operation: Named,
  address: string | null,
): { tool: StoredTool; problem: string | null } {
  const { key: called, name, given } = operation
  try {
    return {
      tool: { name, called, ...readOperation(document, describedOperation(document, operation), address) },
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof UnsupportedOperationError)) throw error
    return { tool: { name, called, description: describe(given), input_schema: {} }, problem: error.message }
  }
}

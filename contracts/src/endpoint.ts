import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `METHOD /path/{parameter}`: all that a page has to hold of an endpoint, which is why `paths/` is free of zod. */
export type EndpointPath = `${Method} /${string}`

export function splitPath(at: EndpointPath): [method: Method, path: string] {
  const space = at.indexOf(' ')
  return [at.slice(0, space) as Method, at.slice(space + 1)]
}

/** A multipart body: one file that streams, and fields beside it. */
export type UploadRule<Fields = unknown> = {
  /** The name of the part that is the file. */
  readonly file: string
  readonly most_bytes: number
  readonly fields: z.ZodType<Fields>
}

/** What an endpoint takes and answers with; the gates of its caller and their errors are not repeated here. */
export type EndpointDescription = {
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** True where the body is taken as text, of whatever type it is. */
  readonly text_body?: true
  readonly upload?: UploadRule
  /** The JSON of a success. Absent: bytes. */
  readonly answer?: z.ZodType
  /** The statuses of a success; 200 by default. */
  readonly statuses?: readonly number[]
  /** What can be refused beyond the caller's gates and validation: the codes by status, none where it has no code. */
  readonly errors?: Readonly<Record<number, readonly string[]>>
}

export type Endpoint<
  At extends EndpointPath = EndpointPath,
  Description extends EndpointDescription = EndpointDescription,
> = Description & { readonly operation: string; readonly at: At }

/** An endpoint of its own, outside of any feature's list. */
export function describeEndpoint<const At extends EndpointPath, const Description extends EndpointDescription>(
  at: At,
  description: Description,
): Endpoint<At, Description> {
  return { ...description, operation: at, at }
}

type Endpoints<Paths extends Record<string, EndpointPath>, Descriptions> = {
  readonly [Name in keyof Paths]: Name extends keyof Descriptions
    ? Descriptions[Name] extends EndpointDescription
      ? Endpoint<Paths[Name], Descriptions[Name]>
      : never
    : never
}

/** Says of every path of a feature what travels there. Its name becomes the operation's id in the API document. */
export function describeEndpoints<
  const Paths extends Record<string, EndpointPath>,
  const Descriptions extends { readonly [Name in keyof Paths]: EndpointDescription },
>(paths: Paths, descriptions: Descriptions): Endpoints<Paths, Descriptions> {
  const described = Object.entries(paths).map(([operation, at]) => [
    operation,
    { ...descriptions[operation], operation, at },
  ])
  return Object.fromEntries(described) as Endpoints<Paths, Descriptions>
}

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/** The parameters that a path names, as a client gives them. */
export type PathParams<At extends EndpointPath> = { readonly [Name in ParameterOf<At>]: string }

type Given<Part extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [Key in Part]?: Value }
    : { readonly [Key in Part]: Value }

type InputOf<E, Part extends 'query' | 'body'> = E extends { readonly [Key in Part]: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never

/** What a client sends to an endpoint. */
export type RequestOf<E extends Endpoint> = ([keyof PathParams<E['at']>] extends [never]
  ? unknown
  : { readonly params: PathParams<E['at']> }) &
  Given<'query', InputOf<E, 'query'>> &
  Given<'body', E extends { readonly upload: UploadRule } ? FormData : InputOf<E, 'body'>>

/** The JSON that a client gets from an endpoint. */
export type AnswerOf<E extends Endpoint> = E extends { readonly answer: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown

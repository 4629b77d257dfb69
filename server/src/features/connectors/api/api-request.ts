/** How the input of a tool becomes a request to an API, as its document describes it. */
export type ApiRequest = {
  method: string
  /** As in the document, such as `/customers/{id}`. */
  path: string
  /** Where the operation is reached, if not at the address of the connector: the first at the connector's own origin. */
  servers?: string[]
  parameters: ApiParameter[]
  /** Sent as `body` of the input; null where the operation takes none. */
  body: ApiBody | null
}

export type ApiParameter = {
  /** Its name in the input. */
  property: string
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  style: ApiStyle
  explode: boolean
  is_required: boolean
}

export type ApiStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  /** Of version 2 alone, which calls it `tsv`. */
  | 'tabDelimited'
  | 'deepObject'
  | 'json'

export type ApiBody = {
  content_type: string
  is_required: boolean
  /** Of a form, those that are sent otherwise than their values alone say. */
  fields?: ApiField[]
}

export type ApiField = {
  name: string
  is_file: boolean
  content_type?: string
  style?: ApiStyle
  explode?: boolean
}

/** How the input of a tool becomes a request to an API, as its document describes it. */
export type ApiRequest = {
  method: string
  /** As in the document, such as `/customers/{id}`. */
  path: string
  parameters: ApiParameter[]
  /** Sent as `body` of the input; null where the operation takes none. */
  body: { content_type: string; is_required: boolean } | null
}

export type ApiParameter = {
  /** Its name in the input. */
  property: string
  name: string
  in: 'path' | 'query' | 'header'
  style: 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'
  explode: boolean
  is_required: boolean
}

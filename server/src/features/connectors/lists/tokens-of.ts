/** About four characters are a token of a schema. How a tool's request is made is not shown to a model. */
export const tokensOf = (tools: readonly Record<string, unknown>[]): number =>
  Math.ceil(JSON.stringify(tools.map(({ request, ...shown }) => shown)).length / 4)

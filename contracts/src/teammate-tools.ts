/** A tool of a teammate: by its name, or with the wish that a person is asked each time before it is called. */
export type TeammateTool = string | { name: string; ask: true }

export const nameOfTool = (tool: TeammateTool): string => (typeof tool === 'string' ? tool : tool.name)

export const asksFirst = (tool: TeammateTool): boolean => typeof tool !== 'string'

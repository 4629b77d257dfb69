import { variableEndpoints } from '#contracts/variables.ts'
import { route } from '#platform/route.ts'
import { createVariable } from './create-variable.ts'
import { deleteVariables } from './delete-variables.ts'
import { listUsages } from './list-usages.ts'
import { listDeletedVariables, listVariables } from './list-variables.ts'
import { presentVariable } from './present.ts'
import { restoreVariables } from './restore-variables.ts'
import { updateVariable } from './update-variable.ts'

export const routes = [
  route(variableEndpoints.listVariables, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listVariables(ctx, query)
      return { ...page, data: page.data.map(presentVariable) }
    },
  }),
  route(variableEndpoints.createVariable, {
    caller: 'member',
    serve: async (ctx, { body }) => presentVariable(await createVariable(ctx, body)),
  }),
  route(variableEndpoints.listDeletedVariables, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listDeletedVariables(ctx, query)
      return { ...page, data: page.data.map(presentVariable) }
    },
  }),
  route(variableEndpoints.deleteVariables, {
    caller: 'member',
    serve: async (ctx, { body }) => {
      await deleteVariables(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route(variableEndpoints.restoreVariables, {
    caller: 'member',
    serve: async (ctx, { body }) => {
      await restoreVariables(ctx, body.ids)
      return { success: true as const, ids: body.ids }
    },
  }),
  route(variableEndpoints.listVariableUsages, {
    caller: 'member',
    serve: (ctx, { params }) => listUsages(ctx, Number(params.variable_id)),
  }),
  route(variableEndpoints.updateVariable, {
    caller: 'member',
    serve: async (ctx, { params, body }) =>
      presentVariable(await updateVariable(ctx, Number(params.variable_id), body)),
  }),
  route(variableEndpoints.deleteVariable, {
    caller: 'member',
    serve: async (ctx, { params }) => {
      await deleteVariables(ctx, [Number(params.variable_id)])
      return { success: true as const }
    },
  }),
]

import { teammateEndpoints } from '#contracts/teammates.ts'
import { webchatSettingsEndpoints } from '#contracts/webchat-settings.ts'
import { route } from '#platform/route.ts'
import { findTeammate } from '../../teammates/access.ts'
import {
  createEntryPoint,
  deleteEntryPoint,
  listEntryPoints,
  showEntryPoint,
  updateEntryPoint,
} from './entry-points.ts'
import { listExternalUrls } from './list-external-urls.ts'
import { rotateIdentitySecret, showWebchatSecurity, updateWebchatSecurity } from './manage-security.ts'
import { widgetSettings } from './public-settings.ts'
import { readRules } from './read-rules.ts'
import { updateWidgetSettings } from './update-widget-settings.ts'

export const settingsRoutes = [
  // It names the widget, whose address depends on these settings.
  route(teammateEndpoints.listExternalUrls, {
    caller: 'member',
    serve: async (ctx, { params }) => listExternalUrls(ctx, await findTeammate(ctx, params.employee_id)),
  }),
  route(webchatSettingsEndpoints.showWidgetSettings, {
    caller: 'member',
    serve: async (ctx) => widgetSettings(await readRules(ctx)),
  }),
  route(webchatSettingsEndpoints.updateWidgetSettings, {
    caller: 'admin',
    serve: (ctx, { body }) => updateWidgetSettings(ctx, body),
  }),
  route(webchatSettingsEndpoints.showWebchatSecurity, {
    caller: 'admin',
    serve: (ctx) => showWebchatSecurity(ctx),
  }),
  route(webchatSettingsEndpoints.updateWebchatSecurity, {
    caller: 'admin',
    serve: (ctx, { body }) => updateWebchatSecurity(ctx, body),
  }),
  route(webchatSettingsEndpoints.rotateWebchatIdentitySecret, {
    caller: 'admin',
    serve: (ctx) => rotateIdentitySecret(ctx),
  }),
  route(webchatSettingsEndpoints.listEntryPoints, {
    caller: 'admin',
    serve: (ctx, { query }) => listEntryPoints(ctx, query),
  }),
  route(webchatSettingsEndpoints.createEntryPoint, {
    caller: 'admin',
    serve: (ctx, { body }) => createEntryPoint(ctx, body),
  }),
  route(webchatSettingsEndpoints.showEntryPoint, {
    caller: 'admin',
    serve: (ctx, { params }) => showEntryPoint(ctx, params.entry_point_id),
  }),
  route(webchatSettingsEndpoints.updateEntryPoint, {
    caller: 'admin',
    serve: (ctx, { params, body }) => updateEntryPoint(ctx, params.entry_point_id, body),
  }),
  route(webchatSettingsEndpoints.deleteEntryPoint, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteEntryPoint(ctx, params.entry_point_id)
      return { success: true as const }
    },
  }),
]

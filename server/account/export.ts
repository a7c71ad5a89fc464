// Lists the tables with a user's settings, log and keys that a data export includes.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const accountExport: ExportPart[] = [
  rowsPart('settings', 'settings', { key: [] }),
  rowsPart('email-preferences', 'email_preferences', { key: [] }),
  rowsPart('notifications-seen', 'notifications_seen', { key: [] }),
  rowsPart('browsers', 'push_subscriptions', { key: [], omit: ['sealed', 'endpoint_hash'] }),
  rowsPart('roles', 'user_roles', { key: [] }),
  rowsPart('devices', 'devices', { key: [], omit: ['device_hash'] }),
  rowsPart('keys', 'api_keys', { key: ['id'], omit: ['key_hash'] }),
  rowsPart('activity', 'activity_logs', { key: ['id'], omit: ['is_sealed'] }),
  rowsPart('log-views', 'log_views', { key: ['id'] }),
]

// Which tables of a user's settings, log and keys a data export contains.
import { type CopyPart, rowsPart } from '../foundation/db/person-rows.ts'

export const accountCopy: CopyPart[] = [
  rowsPart('settings', 'settings', { key: [] }),
  rowsPart('letters', 'email_preferences', { key: [] }),
  rowsPart('notices-seen', 'notifications_seen', { key: [] }),
  rowsPart('browsers', 'push_subscriptions', { key: [], without: ['sealed', 'endpoint_hash'] }),
  rowsPart('roles', 'user_roles', { key: [] }),
  rowsPart('devices', 'devices', { key: [], without: ['device_hash'] }),
  rowsPart('keys', 'api_keys', { key: ['id'], without: ['key_hash'] }),
  rowsPart('activity', 'activity_logs', { key: ['id'] }),
]

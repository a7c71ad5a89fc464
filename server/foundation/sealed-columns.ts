// The columns of the foundation that the master key seals.
import type { SealedColumn } from './db/rewrap.ts'
import { outboxContext } from './mailer.ts'
import { settingContext } from './runtime-settings/stored-values.ts'

const userKeyColumn = (column: 'secrets_key' | 'content_key'): SealedColumn => ({
  ...{ table: 'user_keys', key: 'user_id', column, with: [] },
  contextOf: ({ user_id: userId }) => ({ userId: String(userId), row: String(userId), column }),
})

const settingColumn = (table: 'runtime_settings' | 'runtime_setting_changes', key: string): SealedColumn => ({
  ...{ table, key, column: 'sealed_value', with: ['key', 'version'] },
  contextOf: row => settingContext(String(row['key']), Number(row['version'])),
})

export const foundationSealedColumns: readonly SealedColumn[] = [
  userKeyColumn('secrets_key'),
  userKeyColumn('content_key'),
  settingColumn('runtime_settings', 'key'),
  settingColumn('runtime_setting_changes', 'id'),
  { table: 'outbox', key: 'id', column: 'sealed_email', with: [], contextOf: ({ id }) => outboxContext(String(id)) },
]

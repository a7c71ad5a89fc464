// The columns of this module that the master key seals.
import type { SealedColumn } from '../foundation/db/rewrap.ts'
import { logKeyContext } from './log-chain/keys-owners.ts'
import { pushKeyContext } from './push/keys.ts'

export const accountSealedColumns: readonly SealedColumn[] = [
  { table: 'log_keys', key: 'id', column: 'sealed_key', with: [], contextOf: ({ id }) => logKeyContext(String(id)) },
  {
    ...{ table: 'push_keys', key: 'public_key', column: 'sealed_private', with: [] },
    contextOf: row => pushKeyContext(String(row['public_key'])),
  },
]

// The columns of this module that the master key seals.
import type { SealedColumn } from '../foundation/db/rewrap.ts'
import { totpContext } from './factors/totp.ts'
import { signingKeyContext } from './keys.ts'
import { flowContext } from './providers/begin.ts'
import { returnContext } from './providers/provider-return.ts'
import { refreshTokenContext } from './session.ts'

const ofUser = ({ user_id }: Record<string, unknown>): string => String(user_id)
const toBuffer = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0))

export const authSealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', key: 'kid', column: 'sealed_private', with: [], contextOf: ({ kid }) => signingKeyContext(String(kid)) },
  { table: 'provider_flows', key: 'id', column: 'sealed_secrets', with: [], contextOf: ({ id }) => flowContext(String(id)) },
  {
    ...{ table: 'factors', key: 'id', column: 'sealed_secret', with: ['user_id'] },
    contextOf: row => totpContext(ofUser(row), String(row['id'])),
  },
  {
    ...{ table: 'flow_states', key: 'id', column: 'sealed_return', with: ['user_id'] },
    contextOf: row => returnContext(ofUser(row), String(row['id'])),
  },
  {
    ...{ table: 'refresh_tokens', key: 'token_hash', column: 'sealed_token', with: ['user_id'] },
    contextOf: row => refreshTokenContext(ofUser(row), toBuffer(row['token_hash'])),
  },
]

// Lists the auth tables in a data export; nothing in it lets anyone sign in.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const authCopy: ExportPart[] = [
  rowsPart('account', 'users', { key: [], owner: 'id', omit: ['password_hash'] }),
  rowsPart('identities', 'identities', { key: ['id'] }),
  rowsPart('factors', 'factors', { key: ['id'], omit: ['sealed_secret', 'last_step'] }),
  rowsPart('passkeys', 'passkeys', { key: ['factor_id'], omit: ['credential_id', 'public_key', 'counter'] }),
  rowsPart('sessions', 'sessions', { key: ['id'] }),
]

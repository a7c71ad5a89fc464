// Lists the auth tables that a data export includes, without anything that would let someone sign in.
import { type ExportPart, rowsPart } from '../foundation/db/export-rows.ts'

export const authExport: ExportPart[] = [
  rowsPart('account', 'users', { key: [], owner: 'id', omit: ['password_hash'] }),
  rowsPart('identities', 'identities', { key: ['id'] }),
  rowsPart('factors', 'factors', { key: ['id'], omit: ['sealed_secret', 'last_step'] }),
  rowsPart('passkeys', 'passkeys', { key: ['factor_id'], omit: ['credential_id', 'public_key', 'counter'] }),
  rowsPart('sign-in-passkeys', 'sign_in_passkeys', { key: ['id'], omit: ['credential_id', 'public_key', 'counter'] }),
  rowsPart('sessions', 'sessions', { key: ['id'] }),
]

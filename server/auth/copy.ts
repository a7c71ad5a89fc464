// Which auth tables a data export contains; nothing in it could sign anyone in.
import { type CopyPart, rowsPart } from '../foundation/db/person-rows.ts'

export const authCopy: CopyPart[] = [
  rowsPart('account', 'users', { key: [], owner: 'id', without: ['password_hash'] }),
  rowsPart('identities', 'identities', { key: ['id'] }),
  rowsPart('factors', 'factors', { key: ['id'], without: ['sealed_secret', 'last_step'] }),
  rowsPart('passkeys', 'passkeys', { key: ['factor_id'], without: ['credential_id', 'public_key', 'counter'] }),
  rowsPart('sessions', 'sessions', { key: ['id'] }),
]

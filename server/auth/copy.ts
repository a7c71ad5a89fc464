// What a copy of everything holds of a person's account and of how they sign in; nothing that would sign anybody in.
import { type CopyPart, rowsPart } from '../db/person-rows.ts'

export const authCopy: CopyPart[] = [
  rowsPart('account', 'users', { key: [], owner: 'id', without: ['password_hash'] }),
  rowsPart('identities', 'identities', { key: ['id'] }),
  rowsPart('factors', 'factors', { key: ['id'], without: ['sealed_secret', 'last_step'] }),
  rowsPart('passkeys', 'passkeys', { key: ['factor_id'], without: ['credential_id', 'public_key', 'counter'] }),
  rowsPart('sessions', 'sessions', { key: ['id'] }),
]

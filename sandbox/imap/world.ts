// Creates and looks up the state that all sessions share.
import type { SecureContext } from 'node:tls'
import { newFolder, type StoredFolder } from './folder.ts'
import type { ImapAccount, ImapWorld } from './shapes.ts'

const capabilities = ['IMAP4rev1', 'LITERAL+', 'SASL-IR', 'ID', 'NAMESPACE', 'UIDPLUS', 'MOVE', 'ESEARCH', 'UNSELECT', 'AUTH=PLAIN', 'IDLE']

export function newWorld(options: { password: string; tls: SecureContext | null; without: string[] }): ImapWorld {
  const offered = capabilities.filter(word => !options.without.includes(word))
  return {
    password: options.password,
    accounts: new Map(),
    sessions: new Set(),
    tls: options.tls,
    lies: new Map(),
    lieToAll: null,
    signIns: [],
    capabilities: session => [...offered, ...(options.tls && !session.isSecure ? ['STARTTLS'] : [])].join(' '),
  }
}

/** Returns the account of a user; a new one has an empty INBOX. */
export function openAccount(world: ImapWorld, user: string): ImapAccount {
  const account = world.accounts.get(user) ?? { folders: new Map([['INBOX', newFolder('INBOX')]]) }
  world.accounts.set(user, account)
  return account
}

export function openFolder(account: ImapAccount, name: string): StoredFolder {
  const key = name.toUpperCase() === 'INBOX' ? 'INBOX' : name
  const folder = account.folders.get(key) ?? newFolder(key)
  account.folders.set(key, folder)
  return folder
}

// What all sessions share, made and looked up.
import type { SecureContext } from 'node:tls'
import { type Folder, newFolder } from './folder.ts'
import type { Account, World } from './shapes.ts'

const always = ['IMAP4rev1', 'LITERAL+', 'SASL-IR', 'ID', 'NAMESPACE', 'UIDPLUS', 'MOVE', 'ESEARCH', 'UNSELECT', 'AUTH=PLAIN', 'IDLE']

export function newWorld(options: { password: string; tls: SecureContext | null; without: string[] }): World {
  const words = always.filter(word => !options.without.includes(word))
  return {
    password: options.password,
    accounts: new Map(),
    sessions: new Set(),
    tls: options.tls,
    lies: new Map(),
    lieToAll: null,
    signIns: [],
    capabilities: session => [...words, ...(options.tls && !session.isSecure ? ['STARTTLS'] : [])].join(' '),
  }
}

/** Everybody has a mailbox who asks for one: an empty INBOX until something is put in. */
export function accountOf(world: World, user: string): Account {
  const account = world.accounts.get(user) ?? { folders: new Map([['INBOX', newFolder('INBOX')]]) }
  world.accounts.set(user, account)
  return account
}

export function folderOf(account: Account, name: string): Folder {
  const key = name.toUpperCase() === 'INBOX' ? 'INBOX' : name
  const folder = account.folders.get(key) ?? newFolder(key)
  account.folders.set(key, folder)
  return folder
}

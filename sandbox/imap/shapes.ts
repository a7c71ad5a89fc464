// What the parts of this server hold in common: the world, a session in it, and what a lie is.
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Folder } from './folder.ts'
import type { Word } from './words.ts'

export interface Account {
  folders: Map<string, Folder>
}

export interface World {
  password: string
  accounts: Map<string, Account>
  sessions: Set<Session>
  tls: SecureContext | null
  lies: Map<string, Lie>
  lieToAll: Lie | null
  /** When each sign-in was tried (epoch, ms). */
  signIns: number[]
  capabilities(session: Session): string
}

export interface Session {
  world: World
  account: Account | null
  user: string
  isSecure: boolean
  selected: Folder | null
  /** The UIDs that the client knows by their numbers. */
  view: number[]
  isReadOnly: boolean
  idleTag: string | null
  authTag: string | null
  lie: Lie | null
  /** Answers so far to commands of each name, for lies that begin late. */
  counts: Map<string, number>
  socket: Socket
  send(bytes: Buffer | string): void
  open(folder: Folder | null, isReadOnly: boolean): void
}

export interface Sent {
  session: Session
  /** A command's name, or GREETING, DONE (the end of IDLE), or NEWS (told in IDLE). */
  name: string
  tag: string
  words: Word[]
  untagged: Buffer
  /** The last line, which ends the command. */
  tagged: string
  /** How many answers of this name this session has had, this one included. */
  nth: number
}

/** A misbehaviour: shown each honest answer, it says something else. Null: silence. */
export type Lie = (said: Sent, honest: Buffer) => Buffer | string | null

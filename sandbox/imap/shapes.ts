// The types shared by the parts of the mail server: its state, a session, and a lie.
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { StoredFolder } from './folder.ts'
import type { Word } from './words.ts'

export interface ImapAccount {
  folders: Map<string, StoredFolder>
}

export interface ImapWorld {
  password: string
  accounts: Map<string, ImapAccount>
  sessions: Set<ImapSession>
  tls: SecureContext | null
  lies: Map<string, Lie>
  lieToAll: Lie | null
  /** The time of each sign-in attempt (epoch, ms). */
  signIns: number[]
  capabilities(session: ImapSession): string
}

export interface ImapSession {
  world: ImapWorld
  account: ImapAccount | null
  user: string
  isSecure: boolean
  selected: StoredFolder | null
  /** The UIDs behind the sequence numbers that the client knows. */
  view: number[]
  isReadOnly: boolean
  idleTag: string | null
  authTag: string | null
  lie: Lie | null
  /** The number of responses to each command so far, for lies that begin late. */
  counts: Map<string, number>
  socket: Socket
  send(bytes: Buffer | string): void
  open(folder: StoredFolder | null, isReadOnly: boolean): void
}

export interface SentResponse {
  session: ImapSession
  /** A command's name, or GREETING, DONE (the end of IDLE), or NEWS (sent during IDLE). */
  name: string
  tag: string
  words: Word[]
  untagged: Buffer
  /** The last line, which ends the command. */
  tagged: string
  /** How many responses of this name this session has had, including this one. */
  nth: number
}

/** A misbehavior: returns what to send instead of the correct response. Null: silence. */
export type Lie = (response: SentResponse, correct: Buffer) => Buffer | string | null

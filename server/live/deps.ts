// What the realtime wire is given, and the state it keeps of sockets and channels.
import type { WebSocket } from 'ws'
import type { RowChange } from '../../core/api/realtime.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Log } from '../foundation/log.ts'
import type { ChangeBinding } from './bindings.ts'
import type { Vsn } from './wire.ts'

export interface LiveUser {
  userId: string
  /** When the token ends. */
  endsAt: Date
}

/** Why a token speaks for nobody: it is none, of no session any more, or its second factor is due. */
export type TokenRefusal = 'anybody' | 'expired' | 'ended' | 'invalid' | 'second_step'

interface Watched {
  userId: string
  since: string
}

export interface RowChanges {
  changes: RowChange[]
  next: string
  isMore: boolean
}

export interface LiveDeps {
  /** The real time, also where the sandbox has moved its own. */
  clock: Clock
  log: Log
  isKey(key: string): Promise<boolean>
  whoIs(token: string): Promise<LiveUser | TokenRefusal>
  /** Whether a token that was good still is; a yes may be 3 s old. */
  isIn(token: string): Promise<boolean>
  newCursor(): Promise<string>
  /** What changed of the rows of each person since the cursor, of those of whom anything did. */
  changedSince(people: Watched[]): Promise<Map<string, RowChanges>>
  /** Reaches the realtime of every host, this one too. */
  callOut(text: string): Promise<void>
}

export interface Socket {
  ws: WebSocket
  vsn: Vsn
  openedAt: number
  heardAt: number
  /** Messages that it may send now. */
  tokens: number
  /** As somebody. */
  hasJoined: boolean
  /** By topic. */
  channels: Map<string, Channel>
  /** What was heard is answered one after the other. */
  turn: Promise<void>
  waiting: number
}

export interface Channel {
  key: string
  socket: Socket
  topic: string
  joinRef: string | null
  /** Null until a client of version 1 that joined by its key has said who it is. */
  userId: string | null
  token: string
  /** It ends then unless a newer token comes. */
  endsAt: number
  /** When its token was last found good. */
  seenAt: number
  /** When it was joined, as the ledger counts. */
  since: string
  bounds: ChangeBinding[]
  isPrivate: boolean
  acks: boolean
  hearsItself: boolean
  onClosed(): void
}

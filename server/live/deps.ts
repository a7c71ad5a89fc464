// Dependencies of the realtime API, and its state: sockets and channels.
import type { WebSocket } from 'ws'
import type { RowChange } from '../../core/api/realtime.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Log } from '../foundation/log.ts'
import type { ChangeBinding } from './bindings.ts'
import type { Vsn } from './wire.ts'

export interface LiveUser {
  userId: string
  /** When the token expires. */
  endsAt: Date
}

/** Why a token is refused: none given, expired, session ended, invalid, or a second factor is due. */
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
  /** The real time, even where the sandbox has moved its clock. */
  clock: Clock
  log: Log
  isKey(key: string): Promise<boolean>
  /** Whether staff have blocked this address. */
  isBlocked(ip: string): boolean
  authenticate(token: string): Promise<LiveUser | TokenRefusal>
  /** Whether a once valid token still is; a positive result may be 3 s old. */
  isTokenValid(token: string): Promise<boolean>
  newCursor(): Promise<string>
  /** The changed rows of each user since their cursor; users without changes are omitted. */
  changedSince(users: Watched[]): Promise<Map<string, RowChanges>>
  /** Sends text to the realtime server of every host, including this one. */
  broadcast(text: string): Promise<void>
}

export interface Socket {
  ws: WebSocket
  vsn: Vsn
  openedAt: number
  lastReceivedAt: number
  /** Messages that it may send now (token bucket). */
  tokens: number
  /** Whether it has joined a channel as a user. */
  hasJoined: boolean
  /** Channels by topic. */
  channels: Map<string, Channel>
  /** Handles received messages one after the other. */
  queue: Promise<void>
  waiting: number
}

export interface Channel {
  key: string
  socket: Socket
  topic: string
  joinRef: string | null
  /** Null until a version 1 client that joined with the publishable key has sent its token. */
  userId: string | null
  token: string
  /** When it ends, unless a newer token arrives. */
  endsAt: number
  /** When its token was last found valid. */
  checkedAt: number
  /** The ledger's cursor at the time of joining. */
  since: string
  bindings: ChangeBinding[]
  isPrivate: boolean
  sendsAcks: boolean
  receivesOwn: boolean
  onClosed(): void
}

// Starts realtime on a free port, with listeners by both official clients and a bare socket for invalid frames.
import { randomUUID } from 'node:crypto'
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod/mini'
import type { Switches } from '../server/auth/switches.ts'
import { systemClock } from '../server/foundation/clock.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { newId } from '../server/foundation/seal.ts'
import { bindLive, type PlantedLive } from '../server/wiring/live.ts'
import { type AuthServer, authServer, clients, publishableKey, roomy, somebody } from './auth-wire.ts'

const sockets = new Set<WebSocket>()
const opened = new Set<SupabaseClient>()
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await Promise.all([...opened].map(client => client.removeAllChannels()))
})

export const liveServer = async (
  { db, url }: { db: Db; url: string },
  planted?: PlantedLive,
  switches: Partial<Switches> = {},
): Promise<AuthServer & { stop(): Promise<void> }> => {
  let stop = async (): Promise<void> => undefined
  const server = await authServer(db, { switches: { autoconfirm: true, ...roomy, ...switches } }, {}, async (app, { auth, now }) => {
    const live = bindLive(
      { db, databaseUrl: url, log: openLog('silent'), auth, publishableKey, isBlocked: () => false },
      { clock: { ...systemClock, now }, ...planted },
    )
    await live.register(app)
    stop = () => app.close()
  })
  return { ...server, stop }
}

export interface Someone {
  client: SupabaseClient
  userId: string
  token: string
}

/** Signs up by the newest client, or by another. */
export async function signUp(server: AuthServer, open = clients[0]?.[1]): Promise<Someone> {
  if (!open) throw new Error('There is no client.')
  const client = open(server.url)
  opened.add(client)
  const { data, error } = await client.auth.signUp(somebody())
  if (error || !data.session || !data.user) throw error ?? new Error('Signing up gave no session.')
  return { client, userId: data.user.id, token: data.session.access_token }
}

export type Event = RealtimePostgresChangesPayload<Record<string, unknown>>

/** Subscribes to all that happens to a table, and gives what was heard since; resolves when the server said ok. */
export async function listen({ client }: Someone, table: string, event: 'INSERT' | 'UPDATE' | '*' = '*', filter?: string) {
  const heard: Event[] = []
  const states: string[] = []
  const asked = { schema: 'public', table, ...(filter && { filter }) }
  const channel = client.channel(`${table} ${randomUUID()}`)
  const hear = (payload: Event) => void heard.push(payload)
  // The client has one signature for each event.
  if (event === 'INSERT') channel.on('postgres_changes', { ...asked, event }, hear)
  else if (event === 'UPDATE') channel.on('postgres_changes', { ...asked, event }, hear)
  else channel.on('postgres_changes', { ...asked, event }, hear)
  channel.subscribe(state => states.push(state))
  await vi.waitFor(() => expect(states).toContain('SUBSCRIBED'), { timeout: 8000 })
  return { heard, states, channel }
}

const at = new Date('2026-11-22T00:00:00Z')

export async function keepMessage(db: Db, userId: string): Promise<string> {
  const id = newId(at)
  const of = {
    user_id: userId,
    id,
    mailbox_id: userId,
    source_key: id,
    content_hash: Buffer.of(1),
    size_bytes: 7,
    arrived_at: at,
    dated_at: at,
  }
  await db
    .insertInto('messages')
    .values({ ...of, head: Buffer.from('sealed'), view: Buffer.from('sealed') })
    .execute()
  return id
}

export async function keepDelivery(db: Db, userId: string): Promise<string> {
  const id = newId(at)
  const of = { user_id: userId, id, message_id: id, destination_id: userId, state: 'queued', attempts: 0, created_at: at, updated_at: at }
  await db
    .insertInto('deliveries')
    .values({ ...of, wamid: `wamid.${id}`, usage_month: '2026-11' })
    .execute()
  return id
}

export const moveDelivery = (db: Db, userId: string, id: string, state: string) =>
  sql`update deliveries set state = ${state} where user_id = ${userId} and id = ${id}`.execute(db)

const Ref = z.nullable(z.string())
const Frame = z.tuple([Ref, Ref, z.string(), z.string(), z.record(z.string(), z.unknown())])
type Frame = z.infer<typeof Frame>

export interface Bare {
  socket: WebSocket
  frames: Frame[]
  send(frame: Frame | string | Buffer): void
  /** The answer to a frame with this ref. */
  answer(ref: string): Promise<Record<string, unknown>>
  closed: Promise<number>
}

/** A socket of version 2 that sends whatever it is told. Rejects with the status when the server opens none. */
export async function bareSocket(server: AuthServer, query = `apikey=${publishableKey}&vsn=2.0.0`): Promise<Bare> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  sockets.add(socket)
  const frames: Frame[] = []
  socket.on('message', data => frames.push(Frame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))))
  const closed = new Promise<number>(done => socket.on('close', code => done(code)))
  await new Promise<void>((done, fail) => {
    socket.on('open', done)
    socket.on('error', fail)
  })
  return {
    socket,
    frames,
    send: frame => socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    answer: ref =>
      vi.waitFor(() => {
        const found = frames.find(frame => frame[1] === ref && frame[3] === 'phx_reply')
        if (!found) throw new Error(`nothing answers ${ref}: ${JSON.stringify(frames)}`)
        return found[4]
      }, 8000),
    closed,
  }
}

/** A join as the client writes it. */
export const joining = (
  token: string | null,
  asked: object[] = [{ event: '*', schema: 'public', table: 'messages' }],
  topic = 'mail',
  isPrivate = false,
): Frame => [
  '1',
  '1',
  `realtime:${topic}`,
  'phx_join',
  {
    config: { broadcast: { ack: false, self: false }, presence: { key: '', enabled: false }, postgres_changes: asked, private: isPrivate },
    ...(token !== null && { access_token: token }),
  },
]

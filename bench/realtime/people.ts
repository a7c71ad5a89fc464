// Creates users who each have a delivery and a realtime socket that listens for its changes, as a browser does.
import { WebSocket } from 'ws'
import { z } from 'zod/mini'
import type { Db } from '../../server/foundation/db/pool.ts'
import { newId } from '../../server/foundation/seal.ts'

export const publishableKey = 'sb_publishable_sandbox'

export interface Person {
  userId: string
  deliveryId: string
  socket: WebSocket
  /** Gets the `reason` of the delivery, which holds the number of the change. */
  onChange(reason: string): void
}

const Session = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const Frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.looseObject({})])
const Change = z.object({ data: z.object({ table: z.string(), record: z.object({ user_id: z.string(), reason: z.nullish(z.string()) }) }) })

/** Resolves when the server confirms the subscription. Each person has a different forwarded address, for the rate limits. */
export async function openPerson(db: Db, url: string, n: number): Promise<Person> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` }
  const signedUp = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: JSON.stringify({ data: {} }) })
  if (!signedUp.ok) throw new Error(`Signing up returned ${signedUp.status}: ${await signedUp.text()}`)
  const { access_token: token, user } = Session.parse(await signedUp.json())
  const deliveryId = await insertDelivery(db, user.id)
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': headers['x-forwarded-for'] }, perMessageDeflate: false })
  const person: Person = { userId: user.id, deliveryId, socket, onChange: () => undefined }
  await new Promise<void>((done, fail) => {
    socket.on('error', fail)
    socket.on('close', code => fail(new Error(`The socket was closed with ${code}.`)))
    socket.on('open', () => socket.send(joinMessage(token)))
    socket.on('message', data => {
      const [, , , event, payload] = Frame.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
      if (event === 'phx_reply' && payload['status'] === 'error') fail(new Error(JSON.stringify(payload)))
      if (event === 'system') done()
      if (event === 'postgres_changes') receive(person, payload)
    })
  })
  const beat = setInterval(() => socket.send(JSON.stringify([null, 'b', 'phoenix', 'heartbeat', {}])), 30_000)
  socket.on('close', () => clearInterval(beat))
  return person
}

function receive(person: Person, payload: unknown): void {
  const { record } = Change.parse(payload).data
  if (record.user_id !== person.userId) throw new Error("A person received somebody else's change.")
  if (record.reason) person.onChange(record.reason)
}

const joinMessage = (token: string): string => {
  const config = { postgres_changes: [{ event: '*', schema: 'public' }], private: false, broadcast: {}, presence: { enabled: false } }
  return JSON.stringify(['1', '1', 'realtime:rows', 'phx_join', { config, access_token: token }])
}

async function insertDelivery(db: Db, userId: string): Promise<string> {
  const at = new Date()
  const id = newId(at)
  const values = { user_id: userId, id, message_id: id, destination_id: id, state: 'sent', attempts: 1, created_at: at, updated_at: at }
  await db.insertInto('deliveries').values(values).execute()
  return id
}

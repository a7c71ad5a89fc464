// Tests the realtime calls of the official client that no other file covers.
import { expect, test, vi } from 'vitest'
import { testDatabase } from './database.ts'
import { liveServer, signUp } from './realtime-wire.ts'

const server = await liveServer(await testDatabase())
const patience = { timeout: 8000 }

test('the socket opens, beats, takes a new token, and closes', async () => {
  const { client, token } = await signUp(server)
  const { realtime } = client
  const beats: string[] = []
  realtime.onHeartbeat(status => beats.push(status))
  expect(realtime.endpointURL()).toContain('/realtime/v1/websocket')
  realtime.connect()
  await vi.waitFor(() => expect(realtime.isConnected()).toBe(true), patience)
  expect([realtime.connectionState(), realtime.isConnecting(), realtime.isDisconnecting()]).toEqual(['open', false, false])
  await realtime.setAuth(token)
  await realtime.sendHeartbeat()
  await vi.waitFor(() => expect(beats).toContain('ok'), patience)
  expect(realtime.channel('rooms')).toBeDefined()
  expect(realtime.getChannels()).toHaveLength(1)
  await realtime.removeAllChannels()
  expect(client.getChannels()).toEqual([])
  await realtime.disconnect()
  await vi.waitFor(() => expect(realtime.isConnected()).toBe(false), patience)
})

/** A person's own channel, which alone carries what they say. */
async function joined() {
  const someone = await signUp(server)
  const channel = someone.client.channel(`user:${someone.userId}`, { config: { private: true, broadcast: { ack: true, self: true } } })
  return { ...someone, channel, isJoined: () => vi.waitFor(() => expect(channel.state).toBe('joined'), patience) }
}

test('a channel is joined whatever else its caller sends along, left, and taken down', async () => {
  const { client, channel, isJoined } = await joined()
  const heard: unknown[] = []
  channel.on('broadcast', { event: 'hello' }, ({ payload }) => heard.push(payload))
  channel.updateJoinPayload({ colour: 'blue' })
  channel.subscribe()
  await isJoined()
  expect(await channel.send({ type: 'broadcast', event: 'hello', payload: { n: 1 } })).toBe('ok')
  await vi.waitFor(() => expect(heard).toEqual([{ n: 1 }]), patience)
  expect(await channel.unsubscribe()).toBe('ok')
  expect(await client.removeChannel(channel)).toBe('ok')
  channel.teardown()
})

test('presence is refused', async () => {
  const { channel, isJoined } = await joined()
  channel.subscribe()
  await isJoined()
  expect([await channel.track({ mood: 'calm' }), await channel.untrack(), channel.presenceState()]).toEqual(['error', 'error', {}])
})

test('a broadcast by HTTP reaches the own devices that listen, and no public channel', async () => {
  const { client, userId, channel, isJoined } = await joined()
  const heard: unknown[] = []
  channel.on('broadcast', { event: 'hello' }, ({ payload }) => heard.push(payload)).subscribe()
  await isJoined()
  const silent = client.channel(`user:${userId}`, { config: { private: true } })
  expect(await silent.httpSend('hello', { to: 'all' })).toEqual({ success: true })
  await vi.waitFor(() => expect(heard).toEqual([{ to: 'all' }]), patience)
  await expect(client.channel('rooms').httpSend('hello', { to: 'all' })).rejects.toThrow()
})

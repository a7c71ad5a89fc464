// The stand-in's state, folded from its ledger: phones, chats, webhooks that nobody has heard yet.
import type { Arrived, Bubble, Entry, Webhook, Written } from './entries.ts'

export type Phone = {
  wa: string
  /** The business-scoped user id that Meta sends beside the number. */
  userId: string
  name: string
  blocked: boolean
  offline: boolean
  lastWrittenAt: number | null
  bubbles: Bubble[]
}

export type World = {
  phones: Map<string, Phone>
  arrived: Map<string, Arrived>
  written: Map<string, Written>
  unheard: Map<string, Webhook>
  tokenRevoked: boolean
  offsetMs: number
}

export function emptyWorld(): World {
  return { phones: new Map(), arrived: new Map(), written: new Map(), unheard: new Map(), tokenRevoked: false, offsetMs: 0 }
}

const ranks: Record<Arrived['state'], number> = { accepted: 0, sent: 1, delivered: 2, read: 3, failed: 4 }

/** Whether `next` is a step forwards; a failed or read message goes nowhere. */
export function isForward(from: Arrived['state'], next: Arrived['state']): boolean {
  return from !== 'failed' && ranks[next] > ranks[from] && !(next === 'failed' && ranks[from] >= ranks.delivered)
}

/** Takes one entry into the world; the only place where the world changes. */
export function apply(world: World, entry: Entry): void {
  switch (entry.kind) {
    case 'phone':
      return addPhone(world, entry.wa, entry.name)
    case 'phoneSet':
      return setPhone(world, entry)
    case 'arrived':
      return addArrived(world, entry.bubble)
    case 'progress':
      return setState(world, entry.wamid, entry.state)
    case 'written':
      return addWritten(world, entry.bubble)
    case 'ticks':
      return setTicks(world, entry.wamid, entry.ticks)
    case 'webhook':
      world.unheard.set(entry.webhook.id, entry.webhook)
      return
    case 'webhookOver':
      world.unheard.delete(entry.id)
      return
    case 'token':
      world.tokenRevoked = entry.revoked
      return
    case 'clock':
      world.offsetMs = entry.offsetMs
  }
}

function addPhone(world: World, wa: string, name: string): void {
  const known = world.phones.get(wa)
  if (known) known.name = name
  else world.phones.set(wa, { wa, name, userId: `US.${wa}0000`, blocked: false, offline: false, lastWrittenAt: null, bubbles: [] })
}

function setPhone(world: World, change: { wa: string; blocked?: boolean | undefined; offline?: boolean | undefined }): void {
  const phone = world.phones.get(change.wa)
  if (!phone) return
  phone.blocked = change.blocked ?? phone.blocked
  phone.offline = change.offline ?? phone.offline
}

function addArrived(world: World, bubble: Arrived): void {
  const own = { ...bubble }
  world.arrived.set(own.wamid, own)
  if (own.reached) world.phones.get(own.wa)?.bubbles.push(own)
}

function setState(world: World, wamid: string, state: Arrived['state']): void {
  const bubble = world.arrived.get(wamid)
  if (bubble) bubble.state = state
}

function addWritten(world: World, bubble: Written): void {
  const own = { ...bubble }
  world.written.set(own.wamid, own)
  const phone = world.phones.get(own.wa)
  if (!phone) return
  phone.bubbles.push(own)
  phone.lastWrittenAt = own.at
}

function setTicks(world: World, wamid: string, ticks: Written['ticks']): void {
  const bubble = world.written.get(wamid)
  if (bubble && bubble.ticks !== 'read') bubble.ticks = ticks
}

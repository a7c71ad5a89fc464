// The stand-in's state, folded from its ledger: phones, chats, templates, files, webhooks that nobody has heard yet.
import { type Account, initialAccount } from './account/state.ts'
import type { Arrived, Bubble, Entry, PhoneChange, Webhook, Written } from './entries.ts'
import type { StoredFile } from './media/files.ts'
import type { Stored } from './templates/stored.ts'
import { userIdOf } from './user-id.ts'

export type Phone = {
  wa: string
  /** The business-scoped user id that Meta sends beside the number. */
  userId: string
  name: string
  blocked: boolean
  offline: boolean
  username: string | null
  receipts: boolean
  noMarketing: boolean
  refused: boolean
  freeUntil: number | null
  lastWrittenAt: number | null
  bubbles: Bubble[]
}
type Reactions = { business?: string; person?: string }

export type World = {
  phones: Map<string, Phone>
  /** Numbers that their people have given up, with the number that they have now. */
  moved: Map<string, string>
  arrived: Map<string, Arrived>
  written: Map<string, Written>
  reactions: Map<string, Reactions>
  /** When each person was last reached outside the 24 hours. */
  uninvited: Map<string, number>
  templates: Map<string, Stored>
  files: Map<string, StoredFile>
  account: Account
  unheard: Map<string, Webhook>
  tokenRevoked: boolean
  offsetMs: number
}

export function emptyWorld(): World {
  return {
    phones: new Map(),
    moved: new Map(),
    arrived: new Map(),
    written: new Map(),
    reactions: new Map(),
    uninvited: new Map(),
    templates: new Map(),
    files: new Map(),
    account: initialAccount(),
    unheard: new Map(),
    tokenRevoked: false,
    offsetMs: 0,
  }
}

const ranks: Record<Arrived['state'], number> = { accepted: 0, sent: 1, delivered: 2, read: 3, failed: 4 }

/** Whether `next` is a step forwards; a failed or read message goes nowhere. */
export function isForward(from: Arrived['state'], next: Arrived['state']): boolean {
  return from !== 'failed' && ranks[next] > ranks[from] && !(next === 'failed' && ranks[from] >= ranks.delivered)
}

/** The phone that a number belongs to, also when its person has another number by now. */
export function holderOf(world: World, wa: string): Phone | undefined {
  const next = world.moved.get(wa)
  return next === undefined ? world.phones.get(wa) : holderOf(world, next)
}

/** Takes one entry into the world; the only place where the world changes. */
export function apply(world: World, entry: Entry): void {
  switch (entry.kind) {
    case 'phone':
      return addPhone(world, entry.wa, entry.name)
    case 'phoneSet':
      return setPhone(world, entry.wa, entry)
    case 'moved':
      return movePhone(world, entry.wa, entry.to, entry.userId)
    case 'arrived':
      return addArrived(world, entry.bubble)
    case 'progress':
      return setState(world, entry.wamid, entry.state)
    case 'written':
      return addWritten(world, entry.bubble)
    case 'ticks':
      return setTicks(world, entry.wamid, entry.ticks)
    case 'reaction':
      world.reactions.set(entry.wamid, { ...world.reactions.get(entry.wamid), [entry.by]: entry.emoji })
      return
    case 'webhook':
      world.unheard.set(entry.webhook.id, entry.webhook)
      return
    case 'webhookOver':
      world.unheard.delete(entry.id)
      return
    default:
      applyToAccount(world, entry)
  }
}

type OfAccount = Extract<Entry, { kind: 'template' | 'templateGone' | 'file' | 'fileGone' | 'account' | 'token' | 'clock' }>

function applyToAccount(world: World, entry: OfAccount): void {
  switch (entry.kind) {
    case 'template':
      world.templates.set(entry.template.id, entry.template)
      return
    case 'templateGone':
      world.templates.delete(entry.id)
      return
    case 'file':
      world.files.set(entry.file.id, entry.file)
      return
    case 'fileGone':
      world.files.delete(entry.id)
      return
    case 'account':
      Object.assign(world.account, entry.change)
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
  world.moved.delete(wa)
  if (known) known.name = name
  else world.phones.set(wa, newPhone(wa, name))
}

function newPhone(wa: string, name: string): Phone {
  const plain = { blocked: false, offline: false, username: null, receipts: true, noMarketing: false, refused: false, freeUntil: null }
  return { wa, name, userId: userIdOf(wa), ...plain, lastWrittenAt: null, bubbles: [] }
}

function setPhone(world: World, wa: string, change: PhoneChange): void {
  const phone = world.phones.get(wa)
  if (!phone) return
  phone.blocked = change.blocked ?? phone.blocked
  phone.offline = change.offline ?? phone.offline
  phone.receipts = change.receipts ?? phone.receipts
  phone.noMarketing = change.noMarketing ?? phone.noMarketing
  phone.refused = change.refused ?? phone.refused
  if (change.username !== undefined) phone.username = change.username
  if (change.freeUntil !== undefined) phone.freeUntil = change.freeUntil
}

// The chat goes with the person; the window does not: to the business it is another number.
function movePhone(world: World, wa: string, to: string, userId: string): void {
  const phone = world.phones.get(wa)
  if (!phone) return
  world.phones.delete(wa)
  world.moved.delete(to)
  world.moved.set(wa, to)
  world.phones.set(to, { ...phone, wa: to, userId, lastWrittenAt: null, freeUntil: null })
}

function addArrived(world: World, bubble: Arrived): void {
  const own = { ...bubble }
  world.arrived.set(own.wamid, own)
  if (own.uninvited) world.uninvited.set(own.wa, own.at)
  if (own.reached) world.phones.get(own.wa)?.bubbles.push(own)
}

function setState(world: World, wamid: string, state: Arrived['state']): void {
  const bubble = world.arrived.get(wamid)
  if (bubble) bubble.state = state
}

function addWritten(world: World, bubble: Written): void {
  const own = { ...bubble }
  world.written.set(own.wamid, own)
  const phone = holderOf(world, own.wa)
  if (!phone) return
  phone.bubbles.push(own)
  // A notice of the system is not a word of the person.
  if (own.type !== 'system') phone.lastWrittenAt = own.at
}

function setTicks(world: World, wamid: string, ticks: Written['ticks']): void {
  const bubble = world.written.get(wamid)
  if (bubble && bubble.ticks !== 'read') bubble.ticks = ticks
}

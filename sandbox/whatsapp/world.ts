// The state of the stand-in, derived from its ledger: phones, chats, templates, files, unacknowledged webhooks.
import { type Account, initialAccount } from './account/state.ts'
import type { BusinessMessage, ChatBubble, LedgerEntry, PersonMessage, PhoneChange, Webhook } from './entries.ts'
import type { StandInFile } from './media/files.ts'
import type { StoredTemplate } from './templates/stored.ts'
import { makeUserId } from './user-id.ts'

export type SandboxPhone = {
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
  bubbles: ChatBubble[]
}
type Reactions = { business?: string; person?: string }

export type StandInWorld = {
  phones: Map<string, SandboxPhone>
  /** Numbers that people have given up, with their new numbers. */
  moved: Map<string, string>
  arrived: Map<string, BusinessMessage>
  written: Map<string, PersonMessage>
  reactions: Map<string, Reactions>
  /** When each person was last reached outside the 24 hours. */
  uninvited: Map<string, number>
  templates: Map<string, StoredTemplate>
  files: Map<string, StandInFile>
  account: Account
  unheard: Map<string, Webhook>
  tokenRevoked: boolean
  offsetMs: number
}

export function emptyWorld(): StandInWorld {
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

const ranks: Record<BusinessMessage['state'], number> = { accepted: 0, sent: 1, delivered: 2, read: 3, failed: 4 }

/** Whether `next` is a step forward; a failed or read message has none. */
export function isForward(from: BusinessMessage['state'], next: BusinessMessage['state']): boolean {
  return from !== 'failed' && ranks[next] > ranks[from] && !(next === 'failed' && ranks[from] >= ranks.delivered)
}

/** The phone of a number, even if the person has a new number by now. */
export function currentPhone(world: StandInWorld, wa: string): SandboxPhone | undefined {
  const next = world.moved.get(wa)
  return next === undefined ? world.phones.get(wa) : currentPhone(world, next)
}

/** Applies an entry; the state changes nowhere else. */
export function applyEntry(world: StandInWorld, entry: LedgerEntry): void {
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

type AccountEntry = Extract<LedgerEntry, { kind: 'template' | 'templateGone' | 'file' | 'fileGone' | 'account' | 'token' | 'clock' }>

function applyToAccount(world: StandInWorld, entry: AccountEntry): void {
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

function addPhone(world: StandInWorld, wa: string, name: string): void {
  const existing = world.phones.get(wa)
  world.moved.delete(wa)
  if (existing) existing.name = name
  else world.phones.set(wa, newPhone(wa, name))
}

function newPhone(wa: string, name: string): SandboxPhone {
  const defaults = { blocked: false, offline: false, username: null, receipts: true, noMarketing: false, refused: false, freeUntil: null }
  return { wa, name, userId: makeUserId(wa), ...defaults, lastWrittenAt: null, bubbles: [] }
}

function setPhone(world: StandInWorld, wa: string, change: PhoneChange): void {
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

// The chat moves with the person; the window does not, since the business sees a new number.
function movePhone(world: StandInWorld, wa: string, to: string, userId: string): void {
  const phone = world.phones.get(wa)
  if (!phone) return
  world.phones.delete(wa)
  world.moved.delete(to)
  world.moved.set(wa, to)
  world.phones.set(to, { ...phone, wa: to, userId, lastWrittenAt: null, freeUntil: null })
}

function addArrived(world: StandInWorld, bubble: BusinessMessage): void {
  const message = { ...bubble }
  world.arrived.set(message.wamid, message)
  if (message.uninvited) world.uninvited.set(message.wa, message.at)
  if (message.reached) world.phones.get(message.wa)?.bubbles.push(message)
}

function setState(world: StandInWorld, wamid: string, state: BusinessMessage['state']): void {
  const bubble = world.arrived.get(wamid)
  if (bubble) bubble.state = state
}

function addWritten(world: StandInWorld, bubble: PersonMessage): void {
  const message = { ...bubble }
  world.written.set(message.wamid, message)
  const phone = currentPhone(world, message.wa)
  if (!phone) return
  phone.bubbles.push(message)
  // A system notice does not count as a message from the person.
  if (message.type !== 'system') phone.lastWrittenAt = message.at
}

function setTicks(world: StandInWorld, wamid: string, ticks: PersonMessage['ticks']): void {
  const bubble = world.written.get(wamid)
  if (bubble && bubble.ticks !== 'read') bubble.ticks = ticks
}

// Views of a phone and its chat for the phone page and for tests.
import type { ChatBubble } from './entries.ts'
import { windowEndsAt } from './service-window.ts'
import type { StandIn } from './stand-in.ts'
import { isExpired } from './statuses.ts'
import type { SandboxPhone } from './world.ts'

const chatLength = 300

export function phoneSummary(standIn: StandIn, phone: SandboxPhone) {
  const { wa, name, blocked, offline, userId, username, receipts, noMarketing } = phone
  const visible = visibleBubbles(standIn, phone)
  const last = visible.at(-1)
  const unread = visible.filter(bubble => bubble.direction === 'arrived' && bubble.state !== 'read').length
  return {
    wa,
    name,
    userId,
    username,
    receipts,
    noMarketing,
    blocked,
    offline,
    unread,
    windowEndsAt: windowEndsAt(phone.lastWrittenAt),
    last: last ? { text: last.text, type: last.type, at: last.at, direction: last.direction } : null,
  }
}

export function chatView(standIn: StandIn, phone: SandboxPhone) {
  const isTyping = (standIn.typingUntil.get(phone.wa) ?? 0) > standIn.clock.now()
  const bubbles = visibleBubbles(standIn, phone).slice(-chatLength)
  return { ...phoneSummary(standIn, phone), isTyping, bubbles: bubbles.map(bubble => addReactionsAndFiles(standIn, bubble)) }
}

function addReactionsAndFiles({ world }: StandIn, bubble: ChatBubble) {
  const { business = '', person = '' } = world.reactions.get(bubble.wamid) ?? {}
  return { ...bubble, reactions: [business, person].filter(emoji => emoji !== ''), files: collectFiles(world.files, bubble.content) }
}

// Collects the files whose ids occur anywhere in a message, with what the page needs to show them.
function collectFiles(
  files: StandIn['world']['files'],
  content: unknown,
): Record<string, { mime: string; sizeBytes: number; filename: string | null }> {
  if (typeof content !== 'object' || content === null) return {}
  const found: Record<string, { mime: string; sizeBytes: number; filename: string | null }> = {}
  for (const [key, value] of Object.entries(content)) {
    const file = key === 'id' && typeof value === 'string' ? files.get(value) : undefined
    if (file) found[file.id] = { mime: file.mime, sizeBytes: file.sizeBytes, filename: file.filename }
    else Object.assign(found, collectFiles(files, value))
  }
  return found
}

// An offline phone does not show messages that have only reached Meta, nor ever those that expired meanwhile.
function visibleBubbles(standIn: StandIn, phone: SandboxPhone): ChatBubble[] {
  return phone.bubbles.filter(bubble => {
    if (bubble.direction === 'written') return true
    if (bubble.type === 'reaction') return false
    const isDelivered = bubble.state === 'delivered' || bubble.state === 'read'
    return isDelivered || (!phone.offline && !isExpired(standIn, bubble))
  })
}

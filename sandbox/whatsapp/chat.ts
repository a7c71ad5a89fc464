// A phone and its chat as the page and the tests see them.
import type { Bubble } from './entries.ts'
import { windowEndsAt } from './service-window.ts'
import type { StandIn } from './stand-in.ts'
import { isTooLate } from './statuses.ts'
import type { Phone } from './world.ts'

const chatLength = 300

export function summaryOf(standIn: StandIn, phone: Phone) {
  const { wa, name, blocked, offline, userId, username, receipts, noMarketing } = phone
  const shown = shownBubbles(standIn, phone)
  const last = shown.at(-1)
  const unread = shown.filter(bubble => bubble.direction === 'arrived' && bubble.state !== 'read').length
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

export function chatOf(standIn: StandIn, phone: Phone) {
  const isTyping = (standIn.typingUntil.get(phone.wa) ?? 0) > standIn.clock.now()
  const bubbles = shownBubbles(standIn, phone).slice(-chatLength)
  return { ...summaryOf(standIn, phone), isTyping, bubbles: bubbles.map(bubble => withExtras(standIn, bubble)) }
}

function withExtras({ world }: StandIn, bubble: Bubble) {
  const { business = '', person = '' } = world.reactions.get(bubble.wamid) ?? {}
  return { ...bubble, reactions: [business, person].filter(emoji => emoji !== ''), files: filesIn(world.files, bubble.content) }
}

// Wherever a file's id stands in a message, the page gets what to show of it.
function filesIn(
  files: StandIn['world']['files'],
  content: unknown,
): Record<string, { mime: string; sizeBytes: number; filename: string | null }> {
  if (typeof content !== 'object' || content === null) return {}
  const found: Record<string, { mime: string; sizeBytes: number; filename: string | null }> = {}
  for (const [key, value] of Object.entries(content)) {
    const file = key === 'id' && typeof value === 'string' ? files.get(value) : undefined
    if (file) found[file.id] = { mime: file.mime, sizeBytes: file.sizeBytes, filename: file.filename }
    else Object.assign(found, filesIn(files, value))
  }
  return found
}

// A phone without a network does not show what has only reached Meta, and never what was given up meanwhile.
function shownBubbles(standIn: StandIn, phone: Phone): Bubble[] {
  return phone.bubbles.filter(bubble => {
    if (bubble.direction === 'written') return true
    if (bubble.type === 'reaction') return false
    const isHere = bubble.state === 'delivered' || bubble.state === 'read'
    return isHere || (!phone.offline && !isTooLate(standIn, bubble))
  })
}

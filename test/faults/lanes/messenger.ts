// A messenger that follows Meta's rules: the 24-hour window, rate limits per person and number, and refusals (whatsapp.md §1.5, §1.6).

export type Refusal = 131047 | 131056 | 130429

export interface Bubble {
  wamid: string
  phone: string
  type: 'template' | 'free'
  /** The delivery that it was sent for, and those that it names or carries. */
  deliveryId: string
  carries: string[]
  at: Date
}

export interface Messenger {
  /** Takes a message or says why not; whatever is taken is on the phone. */
  take(message: Omit<Bubble, 'wamid' | 'at'>, now: Date): { wamid: string } | { refused: Refusal }
  /** The person wrote or tapped. */
  receive(phone: string, now: Date): void
  isOpen(phone: string, now: Date): boolean
  /** Hears of every bubble that reaches a phone. */
  onBubble(listener: (bubble: Bubble) => void): void
  bubbles: Bubble[]
  refusals: Refusal[]
}

const windowMs = 24 * 3_600_000
const pair = { capacity: 45, refillMs: 6000 }
const numberPerSecond = 80

interface Bucket {
  tokens: number
  at: number
}

export function openMessenger(): Messenger {
  const inboundAt = new Map<string, number>()
  const pairs = new Map<string, Bucket>()
  const number: Bucket = { tokens: numberPerSecond, at: 0 }
  const bubbles: Bubble[] = []
  const refusals: Refusal[] = []
  const listeners: ((bubble: Bubble) => void)[] = []
  const isOpen = (phone: string, now: Date) => now.getTime() < (inboundAt.get(phone) ?? Number.NEGATIVE_INFINITY) + windowMs
  const refuse = (code: Refusal) => {
    refusals.push(code)
    return { refused: code }
  }
  return {
    bubbles,
    refusals,
    isOpen,
    onBubble: listener => void listeners.push(listener),
    receive: (phone, now) => void inboundAt.set(phone, now.getTime()),
    take(message, now) {
      if (!spend(number, numberPerSecond, numberPerSecond / 1000, now)) return refuse(130429)
      const bucket = pairs.get(message.phone) ?? { tokens: pair.capacity, at: now.getTime() }
      pairs.set(message.phone, bucket)
      if (!spend(bucket, pair.capacity, 1 / pair.refillMs, now)) return refuse(131056)
      if (message.type === 'free' && !isOpen(message.phone, now)) return refuse(131047)
      const wamid = `wamid.${bubbles.length + 1}`
      const bubble = { ...message, wamid, at: now }
      bubbles.push(bubble)
      for (const listener of listeners) listener(bubble)
      return { wamid }
    },
  }
}

function spend(bucket: Bucket, capacity: number, perMs: number, now: Date): boolean {
  bucket.tokens = Math.min(capacity, bucket.tokens + Math.max(0, now.getTime() - bucket.at) * perMs)
  bucket.at = now.getTime()
  // A hair's breadth for what adding fractions loses.
  if (bucket.tokens < 1 - 1e-9) return false
  bucket.tokens -= 1
  return true
}

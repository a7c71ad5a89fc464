// Posts many forged, altered, replayed, stale and future-dated webhooks of Stripe to the real server, and checks that nothing changes.
import type { Chance } from '../chance.ts'
import { forgePayment, genuinePost, paymentForgeryKinds } from './forgeries.ts'
import { nowSeconds, type PaymentTarget } from './target.ts'

export interface PaymentsAttacked {
  posted: number
  forged: number
  replayed: number
  /** Forgeries that were not refused, and stretches of posts after which something was not as before. */
  accepted: number
  sentences: string[]
  /** How many kinds of forgery were tried. */
  kinds: number
}

export interface PaymentAttack {
  count: number
  chance: Chance
  progress?: (text: string) => void
}

const atOnce = 16
/** After so many posts everything is compared. */
const stretch = 1000
const replayShare = 0.2

export async function attackPayments(
  target: PaymentTarget,
  { count, chance, progress = () => undefined }: PaymentAttack,
): Promise<PaymentsAttacked> {
  const found: PaymentsAttacked = { posted: 0, forged: 0, replayed: 0, accepted: 0, sentences: [], kinds: 0 }
  const tried = new Set<string>()
  let before = await target.fingerprint()
  while (found.posted < count) {
    const until = Math.min(count, found.posted + stretch)
    const workers = Array.from({ length: atOnce }, async () => {
      while (found.posted < until) {
        found.posted++
        if (chance() < replayShare) await replayOne(target, found)
        else await forgeOne(target, chance, found, tried)
      }
    })
    await Promise.all(workers)
    const after = await target.fingerprint()
    if (after !== before) note(found, `between post ${until - stretch} and ${until} this was changed: ${differing(before, after)}`)
    before = after
    if (until % 10_000 === 0) progress(`${until} of ${count} webhooks, ${found.accepted} accepted`)
  }
  return { ...found, kinds: tried.size }
}

/** Whether every kind of forgery was tried: one that was never posted must not count as refused. */
export const triedEveryKind = ({ kinds }: PaymentsAttacked): boolean => kinds === paymentForgeryKinds.length

async function replayOne(target: PaymentTarget, found: PaymentsAttacked): Promise<void> {
  // Each in its turn, so that none is left out.
  const again = target.webhooks[found.replayed++ % target.webhooks.length] ?? ''
  const status = await target.post(genuinePost(again, target.secret, nowSeconds()))
  // Stripe repeats for days what is not answered with 200.
  if (status !== 200) note(found, `a repeated webhook was answered with ${status}`)
}

async function forgeOne(target: PaymentTarget, chance: Chance, found: PaymentsAttacked, tried: Set<string>): Promise<void> {
  const original = target.webhooks[Math.floor(chance() * target.webhooks.length)] ?? ''
  const another = target.webhooks.find(body => body !== original) ?? ''
  const forged = forgePayment({ original, another, secret: target.secret, chance, now: nowSeconds() })
  found.forged++
  tried.add(forged.kind)
  const status = await target.post(forged)
  if (status < 400 || status >= 500) note(found, `${forged.kind}: answered with ${status}`)
}

const differing = (before: string, after: string): string =>
  after
    .split(' ')
    .filter(part => !before.split(' ').includes(part))
    .map(part => part.split('=')[0])
    .join(', ')

function note(found: PaymentsAttacked, sentence: string): void {
  found.accepted++
  if (found.sentences.length < 50) found.sentences.push(sentence)
}

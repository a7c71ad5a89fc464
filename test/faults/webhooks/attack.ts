// Posts many forged and repeated webhooks to the real server and checks that nothing changes.
import type { Chance } from '../chance.ts'
import type { Forgery, Posted } from './forgeries.ts'

/** How the service's webhooks are signed, and forged. */
export interface Forger {
  /** How many kinds of forgery there are. */
  kinds: number
  sign(body: string): Posted
  forge(original: string, another: string, chance: Chance): Forgery
}

/** What is attacked: any service's webhook. */
export interface WebhookTarget {
  /** Bodies that were received already; posted again, they must change nothing. */
  webhooks: string[]
  forger: Forger
  post(posted: Posted): Promise<number>
  /** A digest of everything a webhook may change: `what=sum …`. */
  fingerprint(): Promise<string>
}

export interface Attacked {
  posted: number
  forged: number
  replayed: number
  /** Forgeries that were not refused, and stretches of posts after which something was not as before. */
  accepted: number
  sentences: string[]
  /** How many kinds of forgery were tried. */
  kinds: number
}

export interface Attack {
  count: number
  chance: Chance
  progress?: (text: string) => void
}

const atOnce = 16
/** After so many posts everything is compared. */
const stretch = 1000
const replayShare = 0.2

export async function attack(target: WebhookTarget, { count, chance, progress = () => undefined }: Attack): Promise<Attacked> {
  const found: Attacked = { posted: 0, forged: 0, replayed: 0, accepted: 0, sentences: [], kinds: 0 }
  const tried = new Set<string>()
  let before = await target.fingerprint()
  while (found.posted < count) {
    const until = Math.min(count, found.posted + stretch)
    const workers = Array.from({ length: atOnce }, async () => {
      while (found.posted < until) {
        found.posted++
        await postOne(target, chance, found, tried)
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

/** Whether every kind of forgery was tried, so that none passes for refused because it never came. */
export const triedAll = ({ kinds }: Attacked, { forger }: WebhookTarget): boolean => kinds === forger.kinds

const differing = (before: string, after: string): string =>
  after
    .split(' ')
    .filter(part => !before.split(' ').includes(part))
    .map(part => part.split('=')[0])
    .join(', ')

async function postOne(target: WebhookTarget, chance: Chance, found: Attacked, tried: Set<string>): Promise<void> {
  const pick = () => target.webhooks[Math.floor(chance() * target.webhooks.length)] ?? ''
  if (chance() < replayShare) {
    // Each in its turn, so that none is left out.
    const again = target.webhooks[found.replayed++ % target.webhooks.length] ?? ''
    const status = await target.post(target.forger.sign(again))
    // The service repeats for days what is not answered with 200.
    if (status !== 200) note(found, `a repeated webhook was answered with ${status}`)
    return
  }
  const original = pick()
  const another = target.webhooks.find(body => body !== original) ?? ''
  const forged = target.forger.forge(original, another, chance)
  found.forged++
  tried.add(forged.kind)
  const status = await target.post(forged)
  if (status < 400 || status >= 500) note(found, `${forged.kind}: answered with ${status}`)
}

function note(found: Attacked, sentence: string): void {
  found.accepted++
  if (found.sentences.length < 50) found.sentences.push(sentence)
}

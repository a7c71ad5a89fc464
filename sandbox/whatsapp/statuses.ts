// A message's way to the phone: accepted, sent, delivered, read, or failed; each step told by a webhook.
import type { Arrived } from './entries.ts'
import { statusPayload } from './envelope.ts'
import type { StandIn } from './stand-in.ts'
import { holderOf, isForward } from './world.ts'

type Step = Exclude<Arrived['state'], 'accepted'>

const way: Step[] = ['sent', 'delivered', 'read']
/** How long Meta tries a message whose template says nothing else. */
const longestTryMs = 30 * 24 * 3_600_000

/** Plans the steps that a message takes by itself; also for messages that a former run left on their way. */
export function planSteps(standIn: StandIn, bubble: Arrived): void {
  const { clock, settings } = standIn
  const { wamid, fate } = bubble
  if (fate !== null) {
    clock.after(settings.sentDelayMs, () => progress(standIn, wamid, 'failed'))
    return
  }
  clock.after(settings.sentDelayMs, () => progress(standIn, wamid, 'sent'))
  // A reaction is never told as delivered or read.
  if (bubble.type === 'reaction') return
  clock.after(settings.deliveredDelayMs, () => planned(standIn, wamid, 'delivered'))
  if (settings.readDelayMs !== null) clock.after(settings.deliveredDelayMs + settings.readDelayMs, () => planned(standIn, wamid, 'read'))
}

/** Takes every step up to `last` that is still missing, in order. */
export function advanceTo(standIn: StandIn, bubble: Arrived, last: Step): void {
  if (isTooLate(standIn, bubble)) return
  for (const step of way.slice(0, way.indexOf(last) + 1)) progress(standIn, bubble.wamid, step)
}

/** Whether Meta gave the message up before the phone had a network again. */
export function isTooLate({ clock }: StandIn, { state, at, ttlMs }: Arrived): boolean {
  return (state === 'accepted' || state === 'sent') && clock.now() > at + (ttlMs ?? longestTryMs)
}

function planned(standIn: StandIn, wamid: string, step: Step): void {
  const bubble = standIn.world.arrived.get(wamid)
  if (bubble && !holderOf(standIn.world, bubble.wa)?.offline) advanceTo(standIn, bubble, step)
}

function progress(standIn: StandIn, wamid: string, state: Step): void {
  const bubble = standIn.world.arrived.get(wamid)
  const phone = bubble && holderOf(standIn.world, bubble.wa)
  if (!bubble || !phone || !isForward(bubble.state, state)) return
  standIn.record({ kind: 'progress', wamid, state })
  // Who has switched read receipts off reads unseen.
  if (state === 'read' && !phone.receipts) return
  standIn.webhooks.enqueue({ wamid, wa: phone.wa, type: state }, statusPayload(bubble, phone, state, standIn.clock.now()))
}

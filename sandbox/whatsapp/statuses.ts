// The stages of a message to the phone: accepted, sent, delivered, read, or failed; each reported by a webhook.
import type { BusinessMessage } from './entries.ts'
import { statusPayload } from './envelope.ts'
import type { StandIn } from './stand-in.ts'
import { currentPhone, isForward } from './world.ts'

type DeliveryStep = Exclude<BusinessMessage['state'], 'accepted'>

const steps: DeliveryStep[] = ['sent', 'delivered', 'read']
/** How long Meta tries to deliver a message by default. */
const defaultLifetimeMs = 30 * 24 * 3_600_000

/** Schedules the automatic steps of a message, also for one that a previous run left in progress. */
export function planSteps(standIn: StandIn, bubble: BusinessMessage): void {
  const { clock, settings } = standIn
  const { wamid, fate } = bubble
  if (fate !== null) {
    clock.after(settings.sentDelayMs, () => setState(standIn, wamid, 'failed'))
    return
  }
  clock.after(settings.sentDelayMs, () => setState(standIn, wamid, 'sent'))
  // A reaction is never reported as delivered or read.
  if (bubble.type === 'reaction') return
  clock.after(settings.deliveredDelayMs, () => takePlannedStep(standIn, wamid, 'delivered'))
  if (settings.readDelayMs !== null)
    clock.after(settings.deliveredDelayMs + settings.readDelayMs, () => takePlannedStep(standIn, wamid, 'read'))
}

/** Takes all missing steps up to `last`, in order. */
export function advanceTo(standIn: StandIn, bubble: BusinessMessage, last: DeliveryStep): void {
  if (isExpired(standIn, bubble)) return
  for (const step of steps.slice(0, steps.indexOf(last) + 1)) setState(standIn, bubble.wamid, step)
}

/** Whether the message expired before the phone was online again. */
export function isExpired({ clock }: StandIn, { state, at, ttlMs }: BusinessMessage): boolean {
  return (state === 'accepted' || state === 'sent') && clock.now() > at + (ttlMs ?? defaultLifetimeMs)
}

function takePlannedStep(standIn: StandIn, wamid: string, step: DeliveryStep): void {
  const bubble = standIn.world.arrived.get(wamid)
  if (bubble && !currentPhone(standIn.world, bubble.wa)?.offline) advanceTo(standIn, bubble, step)
}

function setState(standIn: StandIn, wamid: string, state: DeliveryStep): void {
  const bubble = standIn.world.arrived.get(wamid)
  const phone = bubble && currentPhone(standIn.world, bubble.wa)
  if (!bubble || !phone || !isForward(bubble.state, state)) return
  standIn.record({ kind: 'progress', wamid, state })
  // Without read receipts the business does not learn that a message was read.
  if (state === 'read' && !phone.receipts) return
  standIn.webhooks.enqueue({ wamid, wa: phone.wa, type: state }, statusPayload(bubble, phone, state, standIn.clock.now()))
}

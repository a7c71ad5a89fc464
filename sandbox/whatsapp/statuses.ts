// A message's way to the phone: accepted, sent, delivered, read, or failed; each step told by a webhook.
import type { Arrived } from './entries.ts'
import { statusPayload } from './envelope.ts'
import type { StandIn } from './stand-in.ts'
import { isForward } from './world.ts'

type Step = Exclude<Arrived['state'], 'accepted'>

const way: Step[] = ['sent', 'delivered', 'read']

/** Plans the steps that a message takes by itself; also for messages that a former run left on their way. */
export function planSteps(standIn: StandIn, { wamid, fate }: Arrived): void {
  const { clock, settings } = standIn
  if (fate !== null) {
    clock.after(settings.sentDelayMs, () => progress(standIn, wamid, 'failed'))
    return
  }
  clock.after(settings.sentDelayMs, () => progress(standIn, wamid, 'sent'))
  clock.after(settings.deliveredDelayMs, () => {
    const bubble = standIn.world.arrived.get(wamid)
    if (bubble && !standIn.world.phones.get(bubble.wa)?.offline) advanceTo(standIn, bubble, 'delivered')
  })
}

/** Takes every step up to `last` that is still missing, in order. */
export function advanceTo(standIn: StandIn, bubble: Arrived, last: Step): void {
  for (const step of way.slice(0, way.indexOf(last) + 1)) progress(standIn, bubble.wamid, step)
}

function progress(standIn: StandIn, wamid: string, state: Step): void {
  const bubble = standIn.world.arrived.get(wamid)
  const phone = bubble && standIn.world.phones.get(bubble.wa)
  if (!bubble || !phone || !isForward(bubble.state, state)) return
  standIn.record({ kind: 'progress', wamid, state })
  standIn.webhooks.enqueue({ wamid, wa: phone.wa, type: state }, statusPayload(bubble, phone, state, standIn.clock.now()))
}

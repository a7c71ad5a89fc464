// Simulates people with phones: they tap announcements soon, late or never, and some pause delivery.
import { z } from 'zod/mini'
import { ask } from '../api.ts'
import type { Chance } from '../chance.ts'
import type { SendingWorld } from './world.ts'

export interface Bubble {
  wamid: string
  phone: string
  type: string
  /** All that the phone shows of it, as JSON. */
  content: string
  deliveryId: string | null
  /** What it quotes. */
  contextId: string | null
  at: Date
  state: string
  reached: boolean
  failsWith: number | null
}

const Messages = z.object({
  messages: z.array(
    z.object({
      wamid: z.string(),
      to: z.string(),
      type: z.string(),
      text: z.nullable(z.string()),
      content: z.unknown(),
      contextId: z.nullable(z.string()),
      biz_opaque_callback_data: z.nullable(z.string()),
      acceptedAt: z.string(),
      state: z.string(),
      reached: z.boolean(),
      failsWith: z.nullable(z.number()),
    }),
  ),
})

/** Everything that was accepted, in that order, whether it reached its phone or will fail. */
export async function readBubbles(sandbox: string): Promise<Bubble[]> {
  const { messages } = Messages.parse(await ask(sandbox, 'GET', '/_sim/messages?all=true'))
  return messages.map(one => ({
    ...{ wamid: one.wamid, phone: one.to, type: one.type, state: one.state, reached: one.reached, failsWith: one.failsWith },
    content: `${one.text ?? ''} ${JSON.stringify(one.content)}`,
    // After the person's id; what else travels along stands behind it.
    deliveryId: one.biz_opaque_callback_data?.split(':')[1] ?? null,
    contextId: one.contextId,
    at: new Date(one.acceptedAt),
  }))
}

export interface People {
  /** Looks at the phones once and does what falls due. */
  look(): Promise<void>
  /** Everybody writes, so that every window is open. */
  sayHello(): Promise<void>
  /** No more rests and no more patience: from now on everybody taps at once. */
  calmDown(): void
}

const lookAtMost = 3

export function openPeople(world: SendingWorld, chance: Chance): People {
  const seen = new Map<string, number>()
  let looks = 0
  let isCalm = false
  const phones = world.people.flatMap(person => person.phones)
  const write = (phone: string, body: unknown) =>
    ask(world.sandbox, 'POST', `/_sim/phones/${phone}/messages`, { body }).catch(() => undefined)

  async function answer(bubble: Bubble): Promise<void> {
    const buttons = [...bubble.content.matchAll(/"((?:show|pause):[^"]+)"/g)].map(([, payload]) => payload)
    const wanted = !isCalm && chance() < 0.1 ? 'pause:' : 'show:'
    const payload = buttons.find(one => one?.startsWith(wanted))
    if (payload) await write(bubble.phone, { tap: { wamid: bubble.wamid, id: payload } })
    // Who rested too long writes again.
    if (wanted === 'pause:' && chance() < 0.6) await write(bubble.phone, { text: 'Resume' })
  }
  return {
    async look() {
      looks++
      for (const bubble of await readBubbles(world.sandbox)) {
        if (!bubble.reached || bubble.type !== 'template') continue
        // Never, now, or a few looks later.
        const due = seen.get(bubble.wamid) ?? (chance() < 0.25 ? Number.POSITIVE_INFINITY : looks + Math.floor(chance() * lookAtMost))
        seen.set(bubble.wamid, due <= looks ? Number.NEGATIVE_INFINITY : due)
        if (due <= looks && due !== Number.NEGATIVE_INFINITY) await answer(bubble)
      }
      if (!isCalm && chance() < 0.2) await write(phones[Math.floor(chance() * phones.length)] ?? '', { text: 'Hello' })
    },
    sayHello: async () => void (await Promise.all(phones.map(phone => write(phone, { text: 'Hello' })))),
    calmDown: () => {
      isCalm = true
    },
  }
}

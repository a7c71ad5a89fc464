// Simulates what people do with an email on their phone: reply, take a reply back, archive, mark as read, or nothing.
import { z } from 'zod/mini'
import { ask } from '../api.ts'
import type { Chance } from '../chance.ts'
import { type Bubble, readBubbles } from '../whatsapp/people.ts'
import type { AnswersWorld } from './world.ts'

export type WantedAction = 'answer' | 'undo' | 'no' | 'archive' | 'read' | 'leave'
type Step = 'text' | 'send' | 'drop' | 'undo' | 'act'

/** What a person wants of one mail, and all that they wrote and tapped for it. */
export interface Task {
  phone: string
  /** Names the mail. */
  token: string
  wamid: string
  wanted: WantedAction
  wrote: Written[]
}

interface Written {
  step: Step
  wamid: string
  /** The look at which it was written. */
  look: number
  /** Whether the server took its webhook. */
  received: boolean
}

export interface People {
  tasks: Task[]
  /** Looks at the phones once and does what falls due. */
  look(): Promise<void>
}

const About = z.object({ wamid: z.string() })
const Webhooks = z.object({
  unheard: z.array(z.object({ about: About })),
  attempts: z.array(z.object({ about: About, status: z.nullable(z.number()) })),
})
const Made = z.object({ wamid: z.string() })

export function openPeople(world: AnswersWorld, chance: Chance): People {
  const tasks: Task[] = []
  let looks = 0
  /** What was lost on its way to the server is written again, as people do who see one tick only. */
  const writeOnce = async (task: Task, step: Step, underWay: ReadonlySet<string>, body: object) => {
    const own = task.wrote.filter(one => one.step === step)
    if (own.some(one => one.received || one.look === looks || underWay.has(one.wamid))) return
    const made = Made.parse(await ask(world.sandbox, 'POST', `/_sim/phones/${task.phone}/messages`, { body }))
    task.wrote.push({ step, wamid: made.wamid, look: looks, received: false })
  }
  return {
    tasks,
    async look() {
      looks++
      const { underWay, received } = await readWebhooks(world.sandbox)
      for (const task of tasks) for (const one of task.wrote) one.received ||= received.has(one.wamid)
      const bubbles = (await readBubbles(world.sandbox)).filter(one => one.reached)
      for (const mail of mailsIn(bubbles)) {
        const isNew = !tasks.some(task => task.phone === mail.phone && task.token === mail.token)
        if (isNew) tasks.push({ ...mail, wanted: wantedBy(chance()), wrote: [] })
      }
      for (const task of tasks) {
        if (task.wanted === 'leave') continue
        await writeOnce(task, 'text', underWay, { text: textOf(task), replyTo: task.wamid })
        for (const { step, wamid, id } of buttonsFor(task, bubbles)) await writeOnce(task, step, underWay, { tap: { wamid, id } })
      }
    },
  }
}

export const answerTo = (token: string) => `Answer to ${token}.`

/** Asks what may be done with the mail that it quotes. */
const menuWord = 'MENU'
const textOf = ({ wanted, token }: Task) => (wanted === 'archive' || wanted === 'read' ? menuWord : answerTo(token))

const wantedBy = (dice: number): WantedAction =>
  dice < 0.4 ? 'answer' : dice < 0.5 ? 'undo' : dice < 0.55 ? 'no' : dice < 0.7 ? 'archive' : dice < 0.85 ? 'read' : 'leave'

/** What is tapped where it is offered. */
const taps: Record<WantedAction, [Step, string][]> = {
  answer: [['send', 'send']],
  undo: [
    ['send', 'send'],
    ['undo', 'undo'],
  ],
  no: [['drop', 'drop']],
  archive: [['act', 'do:archive']],
  read: [['act', 'do:read']],
  leave: [],
}

const mailsIn = (bubbles: Bubble[]): { phone: string; token: string; wamid: string }[] =>
  bubbles.flatMap(({ phone, wamid, type, deliveryId, contextId, content }) => {
    const token = /This is (t\d+n\d+x)/.exec(content)?.[1]
    return token && type !== 'template' && deliveryId !== null && contextId === null ? [{ phone, token, wamid }] : []
  })

/** What was answered to this task's own messages. */
function buttonsFor(task: Task, bubbles: Bubble[]): { step: Step; wamid: string; id: string }[] {
  const own = new Set(task.wrote.map(one => one.wamid))
  const answers = bubbles.filter(one => one.contextId !== null && own.has(one.contextId))
  return taps[task.wanted].flatMap(([step, prefix]) =>
    answers.flatMap(({ wamid, content }) => {
      const id = new RegExp(`"(${prefix}:[^"]+)"`).exec(content)?.[1]
      return id ? [{ step, wamid, id }] : []
    }),
  )
}

/** What is on its way to the server, and what it took: a tick does not say so, as whoever reads a message has read those before it. */
async function readWebhooks(sandbox: string): Promise<Record<'underWay' | 'received', ReadonlySet<string>>> {
  const { unheard, attempts } = Webhooks.parse(await ask(sandbox, 'GET', '/_sim/webhooks'))
  const received = attempts.filter(({ status }) => status === 200)
  return { underWay: new Set(unheard.map(one => one.about.wamid)), received: new Set(received.map(one => one.about.wamid)) }
}

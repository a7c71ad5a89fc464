// Sends webhooks at least once: signed, repeated with growing pauses for seven days, in no promised order.
import { randomUUID } from 'node:crypto'
import type { Chance } from '../chance.ts'
import type { Clock } from '../clock.ts'
import { gather } from './batch.ts'
import { appSecret, verifyToken } from './credentials.ts'
import type { Entry, Webhook } from './entries.ts'
import type { Faults, WebhookAction } from './faults.ts'
import type { Settings } from './settings.ts'
import { serialise, sign } from './sign.ts'
import type { World } from './world.ts'

/** One try to be heard; `status` null when nobody answered. */
export type Attempt = { at: number; webhookId: string; about: Webhook['about']; status: number | null; signedWrongly: boolean }

export type Webhooks = {
  enqueue: (about: Webhook['about'], payload: Record<string, unknown>) => void
  /** Takes up what a former run left unheard. */
  resume: () => void
  clear: () => void
  stop: () => void
}

type Sending = { webhook: Webhook; tries: number; signWrongly: boolean }

const giveUpAfterMs = 7 * 24 * 3_600_000
const attemptsKept = 5000

/** What webhooks touch of the stand-in. */
interface Surroundings {
  world: World
  clock: Clock
  settings: Settings
  faults: Faults
  chance: Chance
  attempts: Attempt[]
  record(entry: Entry): void
}

export function openWebhooks(standIn: () => Surroundings, appUrl: string | null): Webhooks {
  let ended = new AbortController()
  let underWay = 0
  let line: Sending[] = []

  const next = () => {
    while (underWay < standIn().settings.webhookLanes && line.length > 0) {
      const batch = takeBatch(line, standIn().settings.webhookBatch)
      underWay += 1
      const signal = ended.signal
      void post(standIn(), standIn().world.account.callbackUrl ?? appUrl, batch, signal).then(heard => {
        underWay -= 1
        if (signal.aborted) return
        for (const sending of batch) {
          if (heard) settle(standIn(), sending.webhook)
          else retry(sending)
        }
        next()
      })
    }
  }
  const retry = (sending: Sending) => {
    const { clock, settings, record } = standIn()
    if (clock.now() - sending.webhook.at > giveUpAfterMs) return record({ kind: 'webhookOver', id: sending.webhook.id })
    const waitMs = Math.min(settings.webhookRetryMs * 2 ** Math.min(sending.tries, 20), settings.webhookRetryCapMs)
    sendAfter(waitMs, { webhook: sending.webhook, tries: sending.tries + 1, signWrongly: false })
  }
  const sendAfter = (waitMs: number, sending: Sending) => {
    const asked = ended.signal
    standIn().clock.after(waitMs, () => {
      if (asked.aborted) return
      line.push(sending)
      const { webhookBatch, webhookBatchMs } = standIn().settings
      if (webhookBatch === 1) return next()
      standIn().clock.after(webhookBatchMs, () => !asked.aborted && next())
    })
  }
  const accept = (about: Webhook['about'], payload: Record<string, unknown>, waitMs: number, signWrongly: boolean) => {
    const webhook = { id: randomUUID(), about, payload, at: standIn().clock.now() }
    standIn().record({ kind: 'webhook', webhook })
    sendAfter(waitMs, { webhook, tries: 0, signWrongly })
  }
  const clear = () => {
    ended.abort()
    ended = new AbortController()
    line = []
  }
  return {
    enqueue: (about, payload) => {
      const { subscribed, callbackUrl } = standIn().world.account
      if (!subscribed || (callbackUrl ?? appUrl) === null) return
      const fault = standIn().faults.takeForWebhook({ to: about.wa, type: about.type }, standIn().chance)
      for (const copy of copiesOf(fault)) accept(about, payload, copy.waitMs, copy.signWrongly)
    },
    resume: () => {
      for (const webhook of standIn().world.unheard.values()) sendAfter(0, { webhook, tries: 0, signWrongly: false })
    },
    clear,
    stop: clear,
  }
}

// What is signed wrongly goes by itself.
function takeBatch(line: Sending[], most: number): Sending[] {
  const end = line.slice(0, most).findIndex(sending => sending.signWrongly)
  return line.splice(0, end === -1 ? most : Math.max(1, end))
}

function copiesOf(fault: WebhookAction | null): { waitMs: number; signWrongly: boolean }[] {
  const plain = { waitMs: 0, signWrongly: false }
  if (fault === null) return [plain]
  if (fault.kind === 'drop-webhook') return []
  if (fault.kind === 'duplicate-webhook') return [plain, { ...plain, waitMs: 20 }]
  return [fault.kind === 'reorder-webhook' ? { ...plain, waitMs: fault.byMs } : { ...plain, signWrongly: true }]
}

async function post(standIn: Surroundings, url: string | null, batch: Sending[], ended: AbortSignal): Promise<boolean> {
  const signedWrongly = batch.some(sending => sending.signWrongly)
  const body = serialise(gather(batch.map(sending => sending.webhook.payload)))
  const signal = AbortSignal.any([ended, AbortSignal.timeout(standIn.settings.webhookTimeoutMs)])
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    ...proofOf(standIn.settings, body, signedWrongly),
  }
  const status = await fetch(url ?? '', { method: 'POST', body, headers, redirect: 'manual', signal })
    .then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => null,
    )
    .catch(() => null)
  for (const { webhook } of batch)
    standIn.attempts.push({ at: standIn.clock.now(), webhookId: webhook.id, about: webhook.about, status, signedWrongly })
  standIn.attempts.splice(0, Math.max(0, standIn.attempts.length - attemptsKept))
  return status === 200
}

function proofOf({ webhookAuth }: Settings, body: string, isWrong: boolean): Record<string, string> {
  const not = isWrong ? 'not ' : ''
  if (webhookAuth === 'bearer') return { authorization: `Bearer ${not}${verifyToken}` }
  return { 'x-hub-signature-256': sign(body, `${not}${appSecret}`) }
}

function settle(standIn: Surroundings, webhook: Webhook): void {
  standIn.record({ kind: 'webhookOver', id: webhook.id })
  const { wamid } = webhook.about
  if (standIn.world.written.get(wamid)?.ticks === 'sent') standIn.record({ kind: 'ticks', wamid, ticks: 'delivered' })
}

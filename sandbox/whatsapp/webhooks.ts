// Sends webhooks at least once: signed, retried with growing delays for seven days, in no guaranteed order.
import { randomUUID } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import type { SeededRandom } from '../random.ts'
import { mergePayloads } from './batch.ts'
import { appSecret, verifyToken } from './credentials.ts'
import type { LedgerEntry, Webhook } from './entries.ts'
import type { Faults, WebhookAction } from './faults.ts'
import type { StandInSettings } from './settings.ts'
import { serializePayload, signBody } from './sign.ts'
import type { StandInWorld } from './world.ts'

/** One attempt to deliver a webhook; `status` is null if there was no response. */
export type WebhookAttempt = { at: number; webhookId: string; about: Webhook['about']; status: number | null; signedWrongly: boolean }

export type Webhooks = {
  enqueue: (about: Webhook['about'], payload: Record<string, unknown>) => void
  /** Resends the webhooks that a previous run left unacknowledged. */
  resume: () => void
  clear: () => void
  stop: () => void
}

type QueuedWebhook = { webhook: Webhook; attempt: number; signWrongly: boolean }

const retryPeriodMs = 7 * 24 * 3_600_000
const maxAttempts = 5000

/** The parts of the stand-in that webhooks need. */
interface WebhookDeps {
  world: StandInWorld
  clock: SandboxClock
  settings: StandInSettings
  faults: Faults
  chance: SeededRandom
  attempts: WebhookAttempt[]
  record(entry: LedgerEntry): void
}

export function openWebhooks(standIn: () => WebhookDeps, appUrl: string | null): Webhooks {
  let controller = new AbortController()
  let inProgress = 0
  let queue: QueuedWebhook[] = []

  const sendNext = () => {
    while (inProgress < standIn().settings.webhookLanes && queue.length > 0) {
      const batch = takeBatch(queue, standIn().settings.webhookBatch)
      inProgress += 1
      const signal = controller.signal
      void postBatch(standIn(), standIn().world.account.callbackUrl ?? appUrl, batch, signal).then(isAcknowledged => {
        inProgress -= 1
        if (signal.aborted) return
        for (const queued of batch) {
          if (isAcknowledged) acknowledge(standIn(), queued.webhook)
          else retry(queued)
        }
        sendNext()
      })
    }
  }
  const retry = (queued: QueuedWebhook) => {
    const { clock, settings, record } = standIn()
    if (clock.now() - queued.webhook.at > retryPeriodMs) return record({ kind: 'webhookOver', id: queued.webhook.id })
    const waitMs = Math.min(settings.webhookRetryMs * 2 ** Math.min(queued.attempt, 20), settings.webhookRetryCapMs)
    sendAfter(waitMs, { webhook: queued.webhook, attempt: queued.attempt + 1, signWrongly: false })
  }
  const sendAfter = (waitMs: number, queued: QueuedWebhook) => {
    const signal = controller.signal
    standIn().clock.after(waitMs, () => {
      if (signal.aborted) return
      queue.push(queued)
      const { webhookBatch, webhookBatchMs } = standIn().settings
      if (webhookBatch === 1) return sendNext()
      standIn().clock.after(webhookBatchMs, () => !signal.aborted && sendNext())
    })
  }
  const queueWebhook = (about: Webhook['about'], payload: Record<string, unknown>, waitMs: number, signWrongly: boolean) => {
    const webhook = { id: randomUUID(), about, payload, at: standIn().clock.now() }
    standIn().record({ kind: 'webhook', webhook })
    sendAfter(waitMs, { webhook, attempt: 0, signWrongly })
  }
  const clear = () => {
    controller.abort()
    controller = new AbortController()
    queue = []
  }
  return {
    enqueue: (about, payload) => {
      const { subscribed, callbackUrl } = standIn().world.account
      if (!subscribed || (callbackUrl ?? appUrl) === null) return
      const fault = standIn().faults.takeForWebhook({ to: about.wa, type: about.type }, standIn().chance)
      for (const copy of planCopies(fault)) queueWebhook(about, payload, copy.waitMs, copy.signWrongly)
    },
    resume: () => {
      for (const webhook of standIn().world.unheard.values()) sendAfter(0, { webhook, attempt: 0, signWrongly: false })
    },
    clear,
    stop: clear,
  }
}

// A wrongly signed webhook is sent on its own.
function takeBatch(queue: QueuedWebhook[], max: number): QueuedWebhook[] {
  const end = queue.slice(0, max).findIndex(queued => queued.signWrongly)
  return queue.splice(0, end === -1 ? max : Math.max(1, end))
}

function planCopies(fault: WebhookAction | null): { waitMs: number; signWrongly: boolean }[] {
  const normal = { waitMs: 0, signWrongly: false }
  if (fault === null) return [normal]
  if (fault.kind === 'drop-webhook') return []
  if (fault.kind === 'duplicate-webhook') return [normal, { ...normal, waitMs: 20 }]
  return [fault.kind === 'reorder-webhook' ? { ...normal, waitMs: fault.byMs } : { ...normal, signWrongly: true }]
}

async function postBatch(standIn: WebhookDeps, url: string | null, batch: QueuedWebhook[], controller: AbortSignal): Promise<boolean> {
  const signedWrongly = batch.some(queued => queued.signWrongly)
  const body = serializePayload(mergePayloads(batch.map(queued => queued.webhook.payload)))
  const signal = AbortSignal.any([controller, AbortSignal.timeout(standIn.settings.webhookTimeoutMs)])
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'facebookexternalua',
    ...authHeaders(standIn.settings, body, signedWrongly),
  }
  const status = await fetch(url ?? '', { method: 'POST', body, headers, redirect: 'manual', signal })
    .then(
      async response => {
        await response.arrayBuffer()
        return response.status
      },
      () => null,
    )
    .catch(() => null)
  for (const { webhook } of batch)
    standIn.attempts.push({ at: standIn.clock.now(), webhookId: webhook.id, about: webhook.about, status, signedWrongly })
  standIn.attempts.splice(0, Math.max(0, standIn.attempts.length - maxAttempts))
  return status === 200
}

function authHeaders({ webhookAuth }: StandInSettings, body: string, isWrong: boolean): Record<string, string> {
  const wrongPrefix = isWrong ? 'not ' : ''
  if (webhookAuth === 'bearer') return { authorization: `Bearer ${wrongPrefix}${verifyToken}` }
  return { 'x-hub-signature-256': signBody(body, `${wrongPrefix}${appSecret}`) }
}

function acknowledge(standIn: WebhookDeps, webhook: Webhook): void {
  standIn.record({ kind: 'webhookOver', id: webhook.id })
  const { wamid } = webhook.about
  if (standIn.world.written.get(wamid)?.ticks === 'sent') standIn.record({ kind: 'ticks', wamid, ticks: 'delivered' })
}

// Sets the faults between server and messenger, and counts how often each one happened.
import { z } from 'zod/mini'
import { ask } from '../api.ts'

const Faults = z.object({ faults: z.array(z.object({ action: z.object({ kind: z.string() }), met: z.number() })) })

/** About thirty of a hundred calls, and as many webhooks. */
export async function misbehave(sandbox: string, seed: number): Promise<void> {
  const calls = [
    { kind: 'error', code: 130429, httpStatus: 429 },
    { kind: 'http', status: 429, json: true },
    { kind: 'http', status: 500 },
    { kind: 'error', code: 131016, httpStatus: 503 },
    { kind: 'hang' },
    { kind: 'hang', accept: true },
    { kind: 'reset' },
    { kind: 'accept-then-reset' },
    { kind: 'truncated-json' },
    { kind: 'html', status: 502 },
  ].map(action => ({ action, percent: 3.5 }))
  const webhooks = [
    { action: { kind: 'drop-webhook' }, percent: 5 },
    { action: { kind: 'duplicate-webhook' }, percent: 9 },
    { action: { kind: 'reorder-webhook', byMs: 2000 }, percent: 9 },
    { action: { kind: 'wrong-signature' }, percent: 9 },
  ]
  await ask(sandbox, 'POST', '/_sim/settings', { body: { seed } })
  for (const fault of [...calls, ...webhooks]) await ask(sandbox, 'POST', '/_sim/faults', { body: { ...fault, times: null } })
}

/** Ends all faults; how often each was met. */
export async function calm(sandbox: string): Promise<Record<string, number>> {
  const { faults } = Faults.parse(await ask(sandbox, 'GET', '/_sim/faults'))
  await ask(sandbox, 'DELETE', '/_sim/faults')
  const met: Record<string, number> = {}
  for (const { action, met: count } of faults) met[action.kind] = (met[action.kind] ?? 0) + count
  return met
}

// Breaks the connection between phones and server: few webhooks are lost, many are repeated, late or wrongly signed.
import { ask } from '../api.ts'

export async function misbehave(sandbox: string, seed: number): Promise<void> {
  const faults = [
    { action: { kind: 'accept-then-reset' }, percent: 5 },
    { action: { kind: 'error', code: 131016, httpStatus: 503 }, percent: 5 },
    { action: { kind: 'drop-webhook' }, percent: 6 },
    { action: { kind: 'duplicate-webhook' }, percent: 25 },
    { action: { kind: 'reorder-webhook', byMs: 2000 }, percent: 20 },
    { action: { kind: 'wrong-signature' }, percent: 5 },
  ]
  await ask(sandbox, 'POST', '/_sim/settings', { body: { seed } })
  for (const fault of faults) await ask(sandbox, 'POST', '/_sim/faults', { body: { ...fault, times: null } })
}

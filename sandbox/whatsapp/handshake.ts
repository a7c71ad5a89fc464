// The handshake that Meta makes when a webhook's address is saved. The stand-in reaches this machine alone.
import { randomInt } from 'node:crypto'

const patienceMs = 5000
const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `status` null: nobody answered, or the address is not on this machine. */
export async function shakeHands(url: string, token: string): Promise<{ verified: boolean; status: number | null }> {
  if (!ownHosts.has(new URL(url).hostname)) return { verified: false, status: null }
  const challenge = String(randomInt(1e9))
  const target = new URL(url)
  target.searchParams.set('hub.mode', 'subscribe')
  target.searchParams.set('hub.verify_token', token)
  target.searchParams.set('hub.challenge', challenge)
  const answer = await fetch(target, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' }).catch(() => null)
  return { verified: answer?.status === 200 && (await answer.text()) === challenge, status: answer?.status ?? null }
}

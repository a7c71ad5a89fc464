// Performs the handshake that Meta makes when a webhook URL is saved, on this machine only.
import { randomInt } from 'node:crypto'

const timeoutMs = 5000
const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `status` null: there was no response, or the URL is not on this machine. */
export async function verifyCallback(url: string, token: string): Promise<{ verified: boolean; status: number | null }> {
  if (!ownHosts.has(new URL(url).hostname)) return { verified: false, status: null }
  const challenge = String(randomInt(1e9))
  const target = new URL(url)
  target.searchParams.set('hub.mode', 'subscribe')
  target.searchParams.set('hub.verify_token', token)
  target.searchParams.set('hub.challenge', challenge)
  const response = await fetch(target, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' }).catch(() => null)
  return { verified: response?.status === 200 && (await response.text()) === challenge, status: response?.status ?? null }
}

// Leaves slow requests unanswered, as somebody who clicks and leaves, and measures what other people feel of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../test/faults/api.ts'
import { percentile, timed } from '../growth/timing.ts'
import type { GrowthWorld, SignedInPerson } from '../growth/world.ts'

const requests = 200
const patienceMs = 300
const otherPeople = 5
const measuredMs = 10_000
const mostRatio = 2
const noiseMs = 25
const mostSmtpMs = 1000

interface AbandonedResult {
  isUnfelt: boolean
  line: string
}

/** Others' p99 must stay within twice of before, and an email must be taken within a second. */
export async function abandonRequests(world: GrowthWorld): Promise<AbandonedResult> {
  const others: SignedInPerson[] = []
  for (let n = 0; n < otherPeople; n++) others.push(await world.signUp(`other${n}`))
  // The first measurement only warms up.
  await measure(world, others, 2000)
  const before = await measure(world, others, measuredMs)
  const leaving = leaveRequests(world)
  const meanwhile = await measure(world, others, measuredMs)
  await leaving
  const [p99Before, p99] = [percentile(before.requests, 99), percentile(meanwhile.requests, 99)]
  const smtp = Math.max(...meanwhile.emails)
  return {
    isUnfelt: p99 <= mostRatio * p99Before + noiseMs && smtp <= mostSmtpMs,
    line: `abandoned=${requests} others_p99_before_ms=${p99Before.toFixed(1)} others_p99_ms=${p99.toFixed(1)} smtp_250_max_ms=${smtp.toFixed(0)}`,
  }
}

/** Searches without a hit and sums of a year, each given up after 300 ms, spread over the time of the measurement. */
async function leaveRequests({ url, heavy }: GrowthWorld): Promise<void> {
  const paths = ['/api/messages?q=zzqx', '/api/ledger?days=365', '/api/messages?q=zzqx&state=not_matched', '/api/messages?state=held']
  const left: Promise<unknown>[] = []
  for (let n = 0; n < requests; n++) {
    const headers = { authorization: `Bearer ${heavy.token}` }
    const request = fetch(`${url}${paths[n % paths.length]}`, { headers, signal: AbortSignal.timeout(patienceMs) })
    left.push(request.then(answer => answer.text()).catch(() => undefined))
    await sleep((measuredMs * 0.8) / requests)
  }
  await Promise.all(left)
}

interface Felt {
  requests: number[]
  emails: number[]
}

async function measure(world: GrowthWorld, others: SignedInPerson[], forMs: number): Promise<Felt> {
  const felt: Felt = { requests: [], emails: [] }
  const end = performance.now() + forMs
  const asking = others.map(async ({ token }, n) => {
    for (let i = n; performance.now() < end; i++) {
      const path = i % 2 ? '/api/settings' : '/api/messages?limit=50'
      felt.requests.push(await timed(() => ask(world.url, 'GET', path, { token, timeoutMs: 60_000 })))
      await sleep(50)
    }
  })
  const mailing = async () => {
    for (let n = 0; performance.now() < end; n++) {
      felt.emails.push(await timed(() => world.sendMail(`Nothing to forward ${n}`)))
      await sleep(200)
    }
  }
  await Promise.all([...asking, mailing()])
  return felt
}

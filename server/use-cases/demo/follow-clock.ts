// Keeps the server's clock in step with the sandbox's, so that moving one moves both.
import { z } from 'zod/mini'
import type { Clock, MovableClock } from '../../foundation/clock.ts'
import type { Outside } from '../../foundation/outside.ts'

const Answer = z.object({ offsetMs: z.number() })

/**
 * Polls each second; if the stand-in does not answer, the clock stays as it is. Resolves after the first poll, because before it a
 * closed service window would look open.
 */
export async function followClock(
  clock: MovableClock,
  real: Clock,
  outside: Outside,
  sandboxUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const follow = async () => {
    const parsed = Answer.safeParse(await fetchClock(outside, sandboxUrl).catch(() => null))
    if (parsed.success) clock.moveTo(parsed.data.offsetMs)
  }
  await follow()
  return real.every(1000, follow)
}

async function fetchClock(outside: Outside, sandboxUrl: string): Promise<unknown> {
  const answer = await outside.request({ method: 'GET', url: `${sandboxUrl}/_sim/clock`, timeoutMs: 900 })
  return answer.status === 200 ? JSON.parse(answer.body.toString()) : null
}

// Keeps the server's clock on the sandbox's clock, so that moving one moves both.
import { z } from 'zod/mini'
import type { Clock, MovableClock } from '../../foundation/clock.ts'
import type { Outside } from '../../foundation/outside.ts'

const Answer = z.object({ offsetMs: z.number() })

/**
 * Asks each second; a stand-in that does not answer leaves the clock as it is. Resolves once it was asked: until then a window that
 * has closed would pass for open.
 */
export async function followClock(
  clock: MovableClock,
  real: Clock,
  outside: Outside,
  sandboxUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const follow = async () => {
    const read = Answer.safeParse(await askClock(outside, sandboxUrl).catch(() => null))
    if (read.success) clock.moveTo(read.data.offsetMs)
  }
  await follow()
  return real.every(1000, follow)
}

async function askClock(outside: Outside, sandboxUrl: string): Promise<unknown> {
  const answer = await outside.request({ method: 'GET', url: `${sandboxUrl}/_sim/clock`, timeoutMs: 900 })
  return answer.status === 200 ? JSON.parse(answer.body.toString()) : null
}

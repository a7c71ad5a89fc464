// Lets one person run a few queries at a time and others wait their turn, so that slow ones leave connections to everybody else.
import { RestRefusal } from '../../../core/rest/refusal.ts'

interface Running {
  count: number
  waiting: (() => void)[]
}

export function openTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const people = new Map<string, Running>()
  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const running = people.get(person) ?? { count: 0, waiting: [] }
    people.set(person, running)
    if (running.count < atOnce) running.count++
    else if (running.waiting.length < maxWaiting) await new Promise<void>(go => running.waiting.push(go))
    else throw new RestRefusal(429, 'over_request_rate_limit', 'Too many requests at once. Wait for some of them, then try again.')
    try {
      return await work()
    } finally {
      const next = running.waiting.shift()
      if (next) next()
      else if (--running.count === 0) people.delete(person)
    }
  }
}

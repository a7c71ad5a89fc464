// Long work in short turns: many filters, or a few costly ones, take long, and meanwhile others would find no server.
import { breathe, elapsed } from '../clock.ts'

const turnMs = 5

export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let since = elapsed(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (elapsed() - since < turnMs) continue
    await breathe()
    since = elapsed()
  }
}

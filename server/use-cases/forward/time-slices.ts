// Runs long computations in short slices, so that other requests are served in between.
import { elapsed, yieldToEventLoop } from '../../foundation/clock.ts'

const sliceMs = 5

export async function inTimeSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let since = elapsed(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (elapsed() - since < sliceMs) continue
    await yieldToEventLoop()
    since = elapsed()
  }
}

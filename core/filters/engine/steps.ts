// Runs long work in steps, so that other work can run in between.

export type Steps<T> = Generator<undefined, T>

/** Runs all steps without a pause. */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
